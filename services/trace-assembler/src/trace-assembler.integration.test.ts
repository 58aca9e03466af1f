import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type ClickHouseStore, ClickHouseStoreError } from '@tonriver/clickhouse';
import type { EventLog } from '@tonriver/stream';
import { consumerGroupOf, decodeDeadLetter, encodeParsedBlock, type ParsedBlock } from '@tonriver/events';
import { silentLogger } from '@tonriver/logger';
import { createMetrics } from '@tonriver/telemetry';
import { eventually } from '@tonriver/testing';
import { createTraceAssembler } from './service.ts';
import {
  assembledDigests,
  forgetAssembled,
  type ParsedChain,
  parseChain,
  topics,
} from './testing/parsed-chain.test-support.ts';

const ROUNDS = 12;

describe('the trace assembler', () => {
  let chain: ParsedChain;
  let log: EventLog;
  let wanted: Record<string, string>;
  beforeAll(async () => {
    chain = await parseChain(ROUNDS);
    log = await chain.openLog();
    await forgetAssembled(chain.store);
    const assembler = await start();
    await send(chain.announced);
    await assembler.untilRound(ROUNDS);
    await assembler.stop();
    wanted = await assembledDigests(chain.store);
    await log.close();
  }, 120_000);
  afterAll(async () => {
    await log?.close();
    await chain?.close();
  });
  beforeEach(async () => {
    await log.close();
    log = await chain.openLog();
    await forgetAssembled(chain.store);
  });

  const send = async (blocks: readonly ParsedBlock[]): Promise<void> => {
    const producer = await log.producer();
    await producer.send(
      topics.parsedRounds.name,
      blocks.map((block) => ({ partition: 0, ...encodeParsedBlock(block) })),
    );
    await producer.close();
  };
  const start = async (store = chain.store, options: { readonly onPhase?: () => void } = {}) => {
    let round = 0;
    const metrics = createMetrics();
    const assembler = await createTraceAssembler({
      store,
      log,
      producer: await log.producer(),
      topics,
      logger: silentLogger,
      metrics,
      onWatermark: ({ last }) => (round = last),
      ...options,
    });
    const stop = new AbortController();
    const ended = assembler.run(stop.signal);
    ended.catch(() => undefined);
    return {
      ended,
      untilRound: (seqno: number) => eventually(() => round >= seqno, { timeoutMs: 20_000 }),
      watermarkMetric: async () => Number(/^tonriver_watermark_seqno (\d+)$/m.exec(await metrics.render())?.[1]),
      async stop() {
        stop.abort();
        await ended;
      },
    };
  };
  const committed = async () => {
    const group = consumerGroupOf(topics.parsedRounds, 'trace-assembler');
    return (await log.committedOffsets(topics.parsedRounds.name, group))[0];
  };
  const upTo = (last: number, first = 1) => chain.announced.filter(({ round }) => first <= round && round <= last);

  it('continues where it stopped, and has committed the assembled rounds', async () => {
    let assembler = await start();
    await send(upTo(5));
    await assembler.untilRound(5);
    await assembler.stop();
    expect(await committed()).toBe(BigInt(upTo(5).length));
    assembler = await start();
    // Before there is anything new it says where it stands.
    await assembler.untilRound(5);
    expect(await assembler.watermarkMetric()).toBe(5);
    await send(upTo(ROUNDS, 6));
    await assembler.untilRound(ROUNDS);
    await assembler.stop();
    expect(await committed()).toBe(BigInt(chain.announced.length));
    expect(await assembledDigests(chain.store)).toEqual(wanted);
  });

  it('does not commit records that wait behind a hole', async () => {
    let assembler = await start();
    const withoutHole = chain.announced.filter(({ round }) => round !== 6);
    await send(withoutHole);
    await assembler.untilRound(5);
    await assembler.stop();
    expect(await committed()).toBe(BigInt(upTo(5).length));
    await send(upTo(6, 6));
    assembler = await start();
    await assembler.untilRound(ROUNDS);
    await assembler.stop();
    expect(await assembledDigests(chain.store)).toEqual(wanted);
  });

  it('takes over with the snapshot of another process, although it was started earlier', async () => {
    const first = await start();
    const waiting = await start();
    await send(upTo(5));
    await Promise.race([first.untilRound(5), waiting.untilRound(5)]);
    // One of them has the only partition. Whichever goes first, the other has to take over.
    await first.stop();
    await send(upTo(ROUNDS, 6));
    await waiting.untilRound(ROUNDS);
    await waiting.stop();
    expect(await committed()).toBe(BigInt(chain.announced.length));
    expect(await assembledDigests(chain.store)).toEqual(wanted);
  });

  it('does not pass a round that was announced with too few blocks, and continues when all are announced', async () => {
    const assembler = await start();
    const lying = upTo(6, 6)
      .slice(0, 1)
      .map((block) => ({ ...block, roundBlocks: 1 }));
    expect(lying[0]!.workchain).toBe(-1);
    expect(upTo(6, 6).length).toBeGreaterThan(1);
    await send([...upTo(5), ...lying, ...upTo(ROUNDS, 7)]);
    await assembler.untilRound(5);
    await sleep(1500);
    await assembler.stop();
    expect(await committed()).toBe(BigInt(upTo(5).length));
    // Neither does one that says more keep the round from being complete.
    await send([...upTo(6, 6), { ...lying[0]!, roundBlocks: 99 }]);
    const again = await start();
    await again.untilRound(ROUNDS);
    await again.stop();
    expect(await assembledDigests(chain.store)).toEqual(wanted);
  });

  it('keeps an announcement that comes while stored rows are compared, with its mark of a range start', async () => {
    const isStart = 7;
    const start7 = upTo(isStart, isStart).map((block) => ({ ...block, isRangeStart: true }));
    const first = await start();
    await send([...start7, ...chain.announced]);
    await first.untilRound(ROUNDS);
    await first.stop();
    const startFirst = await assembledDigests(chain.store);
    await log.close();
    log = await chain.openLog();
    await forgetAssembled(chain.store);

    let isSent = false;
    const { store } = chain;
    const second = await start({
      ...store,
      select: (async (columns, sql, ...rest) => {
        // The comparison asks for the shards last; what it has compared by then was announced without the start.
        if (sql.includes('FROM masterchain_shards') && !isSent) {
          isSent = true;
          await send(start7);
          await sleep(500);
        }
        return await store.select(columns, sql, ...rest);
      }) as ClickHouseStore['select'],
    });
    await send(chain.announced);
    await second.untilRound(ROUNDS);
    await eventually(async () => (await assembledDigests(store))['rounds'] === startFirst['rounds'], {
      timeoutMs: 20_000,
      intervalMs: 200,
    });
    await second.stop();
    expect(await assembledDigests(store)).toEqual(startFirst);
  });

  it('waits while ClickHouse is unavailable, at every query', async () => {
    const failed = new Set<string>();
    /** Every kind of call fails the first time. */
    const failingOnce = <Arguments extends readonly unknown[], Result>(
      name: string,
      call: (...args: Arguments) => Promise<Result>,
    ) => {
      return async (...args: Arguments): Promise<Result> => {
        const [first, second] = args;
        const kind = [name, typeof first === 'string' ? first : '', typeof second === 'string' ? second : ''].join(' ');
        if (failed.has(kind)) return call(...args);
        failed.add(kind);
        throw new ClickHouseStoreError('clickhouse_unreachable', 'Bad gateway', {}, { isRetryable: true });
      };
    };
    const { store } = chain;
    const assembler = await start({
      ...store,
      select: failingOnce('select', store.select.bind(store)) as ClickHouseStore['select'],
      query: failingOnce('query', store.query.bind(store)) as ClickHouseStore['query'],
      insertRows: failingOnce('insert', store.insertRows.bind(store)) as ClickHouseStore['insertRows'],
    });
    await send(chain.announced);
    await assembler.untilRound(ROUNDS);
    await assembler.stop();
    expect([...failed].some((kind) => kind.startsWith('select'))).toBe(true);
    expect(await assembledDigests(chain.store)).toEqual(wanted);
  });

  it('rejects a record that is not a parsed block, and continues behind it', async () => {
    const assembler = await start();
    const producer = await log.producer();
    const spoilt = { partition: 0, key: null, value: Buffer.from('{'), headers: {} };
    await send(upTo(5));
    await producer.send(topics.parsedRounds.name, [spoilt]);
    await send(upTo(ROUNDS, 6));
    await assembler.untilRound(ROUNDS);
    await assembler.stop();
    expect(await committed()).toBe(BigInt(chain.announced.length + 1));
    const [letter] = await log.readRange(topics.parsedRoundsDeadLetters.name, 0, 0n, 10);
    expect(decodeDeadLetter(letter!)).toMatchObject({
      code: 'bad_value',
      topic: topics.parsedRounds.name,
      offset: BigInt(upTo(5).length),
    });
    expect(await assembledDigests(chain.store)).toEqual(wanted);
  });

  it('writes no second dead letter for a record that comes again after a crash', async () => {
    const producer = await log.producer();
    await producer.send(topics.parsedRounds.name, [
      { partition: 0, key: null, value: Buffer.from('{'), headers: {} },
      { partition: 0, key: null, value: Buffer.from('{'), headers: {} },
    ]);
    await send(chain.announced);
    for (let crash = 0; crash < 2; crash++) {
      await forgetAssembled(chain.store);
      const assembler = await start(chain.store, {
        onPhase() {
          throw new Error('died before the commit');
        },
      });
      await expect(assembler.ended).rejects.toThrow('died');
    }
    const assembler = await start();
    await assembler.untilRound(ROUNDS);
    await assembler.stop();
    const letters = await log.readRange(topics.parsedRoundsDeadLetters.name, 0, 0n, 10);
    expect(letters.map((letter) => decodeDeadLetter(letter).offset)).toEqual([0n, 1n]);
  });
});
