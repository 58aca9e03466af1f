import { expect, it } from '@jest/globals';
import { encodeRawBlock } from '@tonriver/events';
import { silentLogger } from '@tonriver/logger';
import { systemClock } from '@tonriver/stream';
import { createMetrics } from '@tonriver/telemetry';
import type { Resolver } from './resolver.ts';
import { createResolverStep } from './resolver-step.ts';

it('the resolver step reads a limited number of records before a pass, also of those without bytes', () => {
  const step = createResolverStep({
    // Nothing is resolved: no pass is made.
    resolver: { ranges: [] } as unknown as Resolver,
    log: { readRange: () => Promise.resolve([]) },
    topic: { name: 'raw-blocks', partitions: 1, recordBytesMax: 1000 },
    network: { globalId: -239 },
    logger: silentLogger,
    metrics: createMetrics(),
    clock: systemClock,
    signal: new AbortController().signal,
  });
  const names = { workchain: 0, shard: '8000000000000000', seqno: 1, rootHash: '00'.repeat(32), fileHash: null };
  const record = encodeRawBlock({ ...names, round: null, boc: new Uint8Array() });
  let taken = 0;
  while (!step.isFull && taken < 100_000) {
    const outcome = step.take({ ...record, partition: 0, offset: BigInt(taken) }, { isCurrent: () => true });
    expect(outcome.kind).toBe('ok');
    taken += 1;
  }
  expect(taken).toBe(4000);
});
