import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { encodeParsedBlock, type ParsedBlock } from '@tonriver/events';
import { silentLogger } from '@tonriver/logger';
import { createHealth, createMetrics } from '@tonriver/telemetry';
import { eventually } from '@tonriver/testing';
import { type Clock, systemClock } from '@tonriver/stream';
import { createTraceAssembler } from './service.ts';
import {
  assembledDigests,
  forgetAssembled,
  type ParsedChain,
  parseChain,
  topics,
} from './testing/parsed-chain.test-support.ts';

const ROUNDS = 16;
/** Start of the range that is joined to the one from round 1 on. */
const JOIN = 3;
/** Passes follow one another ten times as fast as they would. */
const quickClock: Clock = {
  ...systemClock,
  pause: (ms, signal) => systemClock.pause(ms / 10, signal),
};
/** Returns digests that no stored rows match. */
const noDigests = ({ digests }: ParsedBlock): ParsedBlock['digests'] => ({
  ...digests,
  transactions: { ...digests.transactions, rows: digests.transactions.rows + 1 },
});
/** A round or two. */
const SHORT_PASSES = { first: 10, most: 20 };

describe('the progress of the trace assembler', () => {
  let chain: ParsedChain;
  beforeAll(async () => {
    chain = await parseChain(ROUNDS);
  }, 120_000);
  afterAll(() => chain?.close());
  beforeEach(() => forgetAssembled(chain.store));

  const announced = (): readonly ParsedBlock[] =>
    chain.announced.map((block) => ({ ...block, isRangeStart: [1, JOIN].includes(block.round) }));
  const later = (last = ROUNDS) => announced().filter(({ round }) => JOIN <= round && round <= last);
  /** The rounds that come after everything from the later start on is assembled: the two ranges then meet. */
  const earlier = () => announced().filter(({ round }) => round < JOIN);
  /** An assembler over the real clock, whose every question to ClickHouse takes so long. */
  const start = async (store: ClickHouseStore, { clock = quickClock, last = ROUNDS } = {}) => {
    const log = await chain.openLog();
    const producer = await log.producer();
    const health = createHealth();
    const told: { readonly first: number; readonly last: number }[] = [];
    const assembler = await createTraceAssembler({
      store,
      log,
      producer,
      topics,
      logger: silentLogger,
      metrics: createMetrics(),
      beat: health.loop('trace-assembler', SILENCE_MS_MAX),
      onWatermark: (watermark) => told.push(watermark),
      transactionsPerPass: SHORT_PASSES,
      clock,
    });
    const send = (blocks: readonly ParsedBlock[]): Promise<void> =>
      producer.send(
        topics.parsedRounds.name,
        blocks.map((block) => ({ partition: 0, ...encodeParsedBlock(block) })),
      );
    await send(later(last));
    const stop = new AbortController();
    const ended = assembler.run(stop.signal);
    ended.catch(() => undefined);
    await eventually(() => told.at(-1)?.last === last, { timeoutMs: 60_000 });
    const unlikeStored = announced().filter(({ round }) => round > last);
    await send([...unlikeStored.map((block) => ({ ...block, digests: noDigests(block) })), ...earlier()]);
    return { log, health, stop, ended, hasJoined: () => told.at(-1)?.first === 1 };
  };
  const SILENCE_MS_MAX = 1500;
  const slow = (store: ClickHouseStore, delayMs: number): ClickHouseStore => ({
    ...store,
    select: async (...args) => (await sleep(delayMs), store.select(...args)),
    query: async (...args) => (await sleep(delayMs), store.query(...args)),
    insertRows: async (...args) => (await sleep(delayMs), store.insertRows(...args)),
    command: async (...args) => (await sleep(delayMs), store.command(...args)),
  });

  it('is reported while ranges are joined, however long that takes, and the service stops when it is told to', async () => {
    const { log, health, stop, ended, hasJoined } = await start(slow(chain.store, 60));
    const startMs = performance.now();
    let wasSilent = '';
    const watch = setInterval(() => (wasSilent ||= Object.values(health.live().problems).join(' ')), 20);
    await eventually(hasJoined, { timeoutMs: 60_000 });
    clearInterval(watch);
    expect({ wasSilent, isLong: performance.now() - startMs > 2 * SILENCE_MS_MAX }).toEqual({
      wasSilent: '',
      isLong: true,
    });
    stop.abort();
    await ended;
    await log.close();
    const joined = await assembledDigests(chain.store);

    // Told to stop in the middle of another one, it is there within a step or two.
    await forgetAssembled(chain.store);
    const again = await start(slow(chain.store, 60));
    await sleep(2500);
    const stopMs = performance.now();
    again.stop.abort();
    await again.ended;
    const stoppedAfterMs = performance.now() - stopMs;
    await again.log.close();
    expect(stoppedAfterMs).toBeLessThan((performance.now() - startMs) / 2);

    // Everything comes again to a process that knows nothing of the log, and ends the same.
    const last = await start(chain.store);
    await eventually(last.hasJoined, { timeoutMs: 60_000 });
    last.stop.abort();
    await last.ended;
    await last.log.close();
    expect(await assembledDigests(chain.store)).toEqual(joined);
  }, 180_000);

  it('continues with other rounds when the rows of one do not match', async () => {
    const pauses: number[] = [];
    const clock: Clock = {
      ...quickClock,
      pause: (ms, signal) => (pauses.push(ms), quickClock.pause(ms, signal)),
    };
    const { log, stop, ended, hasJoined } = await start(chain.store, { clock, last: ROUNDS - 1 });
    pauses.length = 0;
    await eventually(hasJoined, { timeoutMs: 60_000 });
    const whileJoining = [...pauses];
    await eventually(() => pauses.includes(2000), { timeoutMs: 60_000 });
    stop.abort();
    await ended;
    await log.close();
    expect(whileJoining.length).toBeGreaterThan(1);
    expect(whileJoining.filter((ms) => ms > 1000)).toEqual([]);
  }, 120_000);

  it('does not wait until ClickHouse has deleted the traces of a replaced start', async () => {
    const deletions: Parameters<ClickHouseStore['command']>[] = [];
    const store: ClickHouseStore = {
      ...chain.store,
      async command(...call) {
        // As a server does that has taken it down, and has no time for it: the table may take hours.
        if (call[0].startsWith('ALTER TABLE traces DELETE')) deletions.push(call);
        else await chain.store.command(...call);
      },
      query: (async (sql, ...rest) => {
        if (!sql.includes('system.mutations')) return await chain.store.query(sql, ...rest);
        return deletions.map((_, id) => ({ id: String(id), done: 0, failure: 'no time' }));
      }) as ClickHouseStore['query'],
    };
    const { log, stop, ended, hasJoined } = await start(store);
    await eventually(hasJoined, { timeoutMs: 20_000 });
    stop.abort();
    await ended;
    await log.close();
    const countLeft = () =>
      chain.store.query(`SELECT count() > 0 AS any FROM traces WHERE bitShiftRight(version, 32) = ${2 ** 32 - JOIN}`);
    expect(await countLeft()).toEqual([{ any: 1 }]);
    for (const [sql, parameters] of deletions) {
      expect(sql).toContain('mutations_sync = 0');
      await chain.store.command(sql.replace('mutations_sync = 0', 'mutations_sync = 1'), parameters);
    }
    expect(await countLeft()).toEqual([{ any: 0 }]);
  }, 120_000);
});
