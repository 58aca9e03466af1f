import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { EventLog } from '@tonriver/stream';
import { createHealth } from '@tonriver/telemetry';
import { eventually } from '@tonriver/testing';
import { builtChain } from './testing/resolvable-chains.test-support.ts';
import { openResolverBench, type ResolverBench } from './testing/resolver-bench.test-support.ts';

const ROUNDS = 40;
const SILENCE_MS_MAX = 1000;
const DELAY_MS = 80;
/** So few at a time that reading takes several times as long as a loop may be silent. */
const RECORDS_PER_READ = 3;

describe('the state-resolver that reads committed records again', () => {
  const chain = builtChain({ seed: 'backlog', rounds: ROUNDS, transactionsPerRound: 8, accounts: 30 });
  let bench: ResolverBench;
  let expected: Record<string, string>;
  beforeEach(async () => {
    bench = await openResolverBench(chain);
    // Somebody who reads nothing keeps the log as long as Kafka would.
    const keeper = { topic: bench.topics.rawBlocks.name, groupId: 'keeper', batchRecordsMax: 1, batchBytesMax: 1 };
    await bench.log.consumer(keeper);
    await bench.publish();
    const running = await bench.start();
    await bench.untilDone(running);
    await running.stop();
    expected = await bench.digests();
    bench.forgetCells();
  }, 120_000);
  afterEach(() => bench.close());

  /** The log, with reads that are slow and short, and a note of each. */
  const slowLog = () => {
    const reads: { readonly partition: number; readonly from: bigint; readonly limit: number }[] = [];
    const log: EventLog = {
      ...bench.log,
      async readRange(topic, partition, from, limit) {
        reads.push({ partition, from, limit });
        await sleep(DELAY_MS);
        return await bench.log.readRange(topic, partition, from, Math.min(limit, RECORDS_PER_READ));
      },
    };
    return { log, reads };
  };

  it('sends heartbeats all the time, and stops when it is told to', async () => {
    const health = createHealth();
    const { log, reads } = slowLog();
    let last = 0;
    const beat = health.loop('state-resolver', SILENCE_MS_MAX);
    const running = await bench.start({ log, beat, onProgress: (range) => (last = range.last) });
    let wasSilent = '';
    const watch = setInterval(() => (wasSilent ||= Object.values(health.live().problems).join(' ')), 20);
    await eventually(() => last === ROUNDS, { timeoutMs: 60_000 });
    clearInterval(watch);
    expect({ wasSilent, isLong: reads.length * DELAY_MS > 2 * SILENCE_MS_MAX }).toEqual({
      wasSilent: '',
      isLong: true,
    });
    await running.stop();

    bench.forgetCells();
    const again = slowLog();
    const stopped = await bench.start({ log: again.log });
    await eventually(() => again.reads.length > 5, { timeoutMs: 60_000 });
    await stopped.stop();
    expect(again.reads.length).toBeLessThan(reads.length / 2);
  }, 120_000);

  it('continues behind its last round when it is killed several times', async () => {
    const READS_PER_LIFE = 20;
    const begun: bigint[] = [];
    let last = 0;
    for (let life = 0; life < 30 && last < ROUNDS; life += 1) {
      const { log, reads } = slowLog();
      const dying: EventLog = {
        ...log,
        readRange: async (...args) => {
          if (reads.length >= READS_PER_LIFE) throw new Error('killed');
          return await log.readRange(...args);
        },
      };
      const running = await bench.start({ log: dying, onProgress: (range) => (last = range.last) });
      await Promise.race([
        running.ended.catch(() => undefined),
        eventually(() => last === ROUNDS, { timeoutMs: 60_000 }),
      ]);
      if (last === ROUNDS) await running.stop();
      begun.push(reads.find(({ partition }) => partition === 0)?.from ?? 0n);
    }
    expect(last).toBe(ROUNDS);
    expect(begun.length).toBeGreaterThan(1);
    // Each began farther than the one before it.
    expect(begun).toEqual([...new Set(begun)].toSorted((left, right) => (left < right ? -1 : 1)));
    expect(await bench.digests()).toEqual(expected);
  }, 120_000);
});
