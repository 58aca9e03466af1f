import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { builtChain, indexChain, type IndexedChain } from './testing/index-chain.test-support.ts';
import { verifyStored } from './verify-stored.ts';

describe('an indexed chain', () => {
  let indexed: IndexedChain;
  beforeAll(async () => {
    const { source, network } = builtChain({ seed: 'verify', rounds: 30 });
    indexed = await indexChain(source, network);
  }, 120_000);
  afterAll(() => indexed?.close());

  it('has nothing wrong', async () => {
    const result = await verifyStored(indexed.store, { withCells: true });
    for (const { name, counts, durationMs } of result.proofs)
      process.stderr.write(`${name} ${Math.round(durationMs)} ms ${JSON.stringify(counts)}\n`);
    for (const f of result.proofs.flatMap((p) => p.findings).slice(0, 30))
      process.stderr.write(`${JSON.stringify(f)}\n`);
    expect(result.findingCount).toBe(0);
    expect(result.ranges).toEqual([{ first: 1, last: 30 }]);
  }, 120_000);
});
