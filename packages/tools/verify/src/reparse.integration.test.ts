import { join } from 'node:path';
import { publishRounds } from '@tonriver/block-fetcher/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parserVersionSql } from '@tonriver/block-rows';
import { type ClickHouseStore, recordDeployment } from '@tonriver/clickhouse';
import { openEmbeddedEventLog } from '@tonriver/event-log';
import { topicsOf } from '@tonriver/events';
import { silentLogger } from '@tonriver/logger';
import { PARSER_VERSION, runReparse } from '@tonriver/parser/service';
import type { EventLog } from '@tonriver/stream';
import { createMetrics } from '@tonriver/telemetry';
import { eventually, temporaryDirectory } from '@tonriver/testing';
import { createTraceAssembler } from '@tonriver/trace-assembler/service';
import { builtChain, fillDirectory } from './testing/index-chain.test-support.ts';
import { verifyStored } from './verify-stored.ts';

const ROUNDS = 40;
const NEWER = PARSER_VERSION + 1;

const chain = builtChain({ seed: 'reparse', rounds: ROUNDS });
const topics = topicsOf(chain.network.name, { rawPartitions: 4 });
const logger = silentLogger;

/** A log without any of the rounds: as if it had removed them. */
async function emptyLog(directory: string): Promise<EventLog> {
  const log = await openEmbeddedEventLog({ directory, logger });
  await log.ensureTopics(Object.values(topics));
  return log;
}

/** A log that still has all rounds. */
async function wholeLog(directory: string, { source, network } = chain): Promise<EventLog> {
  const log = await emptyLog(directory);
  const producer = await log.producer();
  await publishRounds({ source, network, log, producer, topics });
  return log;
}

describe('stored rounds that a newer parser parses again', () => {
  const folder = temporaryDirectory();
  let store: ClickHouseStore;
  beforeAll(async () => {
    store = await fillDirectory(folder.path, chain);
  }, 180_000);
  afterAll(async () => {
    await store?.close();
    folder.remove();
  });

  const findings = async (): Promise<readonly unknown[]> => {
    const { proofs } = await verifyStored(store, { isLive: true });
    return proofs.flatMap(({ findings: found }) => found);
  };
  const roundsOf = async (parserVersion: number): Promise<number> => {
    const [row] = await store.query<{ readonly rounds: string }>(
      `SELECT count() AS rounds FROM rounds FINAL WHERE ${parserVersionSql('row_version')} = ${parserVersion}`,
    );
    return Number(row?.rounds);
  };

  /** Runs a trace assembler beside the work. */
  const whileAssembling = async (log: EventLog, work: () => Promise<void>) => {
    const stop = new AbortController();
    const producer = await log.producer();
    const assembler = await createTraceAssembler({ store, log, producer, topics, logger, metrics: createMetrics() });
    const running = assembler.run(stop.signal);
    try {
      await work();
    } finally {
      stop.abort();
      await running;
    }
  };

  it('are taken from the source when the log has them no more, and verify finds nothing wrong at any time', async () => {
    const log = await emptyLog(join(folder.path, 'empty-log'));
    await recordDeployment(store, { network: chain.network.name, ...chain.network }, NEWER);
    const { network, source } = chain;
    const producer = await log.producer();
    const parts = { store, log, producer, topics, logger, network, source, parserVersion: NEWER };
    // Rows that the newer parser does not make.
    await store.command(
      'INSERT INTO opcodes SELECT * REPLACE (opcode + 1 AS opcode) FROM opcodes FINAL WHERE mc_block_seqno BETWEEN 8 AND 12',
    );
    await store.command(
      `INSERT INTO messages SELECT * REPLACE (assumeNotNull(opcode) + 1 AS opcode) FROM messages FINAL
       WHERE mc_block_seqno BETWEEN 8 AND 12 AND opcode IS NOT NULL`,
    );
    await whileAssembling(log, async () => {
      let isDone = false;
      const reparse = async (from: number, to: number): Promise<void> => {
        const result = await runReparse(parts, { from, to, roundsPerSecondMax: 4 }, new AbortController().signal);
        expect(result).toMatchObject({ roundsDone: to - from + 1, missing: [], rejected: [] });
      };
      // The damaged rounds first: from then on all is right.
      await reparse(8, 12);
      await eventually(async () => (await roundsOf(NEWER)) === 5, { timeoutMs: 60_000, intervalMs: 100 });
      expect(await findings()).toEqual([]);
      const whole = reparse(13, ROUNDS).finally(() => {
        isDone = true;
      });
      let looks = 0;
      while (!isDone) {
        expect(await findings()).toEqual([]);
        looks += 1;
      }
      await whole;
      expect(looks).toBeGreaterThan(0);
      await eventually(async () => (await roundsOf(NEWER)) === ROUNDS - 7, { timeoutMs: 60_000, intervalMs: 100 });
    });
    await log.close();
    const { proofs } = await verifyStored(store, { withCells: true });
    expect(proofs.flatMap(({ findings: found }) => found)).toEqual([]);
  }, 240_000);

  it('are taken from the log, the rest where a stopped run ended, and are named when nothing has them', async () => {
    const log = await wholeLog(join(folder.path, 'whole-log'));
    await recordDeployment(store, { network: chain.network.name, ...chain.network }, NEWER + 1);
    const producer = await log.producer();
    const parts = { store, log, producer, topics, logger, network: chain.network, source: undefined };
    const version = { parserVersion: NEWER + 1 };
    const never = new AbortController().signal;
    await whileAssembling(log, async () => {
      const stop = new AbortController();
      const stopping: ClickHouseStore = {
        ...store,
        async insertRows(table, rows) {
          await store.insertRows(table, rows);
          if (table.name === 'blocks') stop.abort();
        },
      };
      const all = { from: 1, to: ROUNDS + 100 };
      const first = await runReparse({ ...parts, ...version, store: stopping }, all, stop.signal);
      expect(first.roundsDone).toBeGreaterThan(0);
      expect(first.roundsDone).toBeLessThan(ROUNDS);
      const areRounds = (count: number) =>
        eventually(async () => (await roundsOf(NEWER + 1)) === count, { timeoutMs: 60_000, intervalMs: 100 });
      await areRounds(first.roundsDone);
      // The log is away after the rows of a batch are written: nobody hears of it until the next run.
      const deaf = { ...producer, send: () => Promise.reject(new Error('no log')) };
      await expect(runReparse({ ...parts, ...version, producer: deaf }, all, never)).rejects.toThrow('no log');
      const second = await runReparse({ ...parts, ...version }, all, never);
      expect(first.roundsDone + second.roundsDone).toBe(ROUNDS);
      expect(second).toMatchObject({ missing: [], rejected: [] });
      await areRounds(ROUNDS);
      expect(await runReparse({ ...parts, ...version }, all, never)).toMatchObject({
        roundsDone: 0,
        roundsStored: ROUNDS,
      });
      expect(await runReparse({ ...parts, ...version }, { from: 3, to: 4, all: true }, never)).toMatchObject({
        roundsDone: 2,
      });
    });
    expect(await findings()).toEqual([]);

    const without = await emptyLog(join(folder.path, 'empty-log'));
    const nowhere = { ...parts, log: without, parserVersion: NEWER + 2 };
    const { missing } = await runReparse(nowhere, { from: 3, to: 5 }, never);
    expect(missing).toEqual([3, 4, 5]);
    const { source: other } = builtChain({ seed: 'another chain', rounds: 6 });
    const { rejected } = await runReparse({ ...nowhere, source: other }, { from: 3, to: 5 }, never);
    expect(rejected).toEqual([3, 4, 5]);
    expect(await runReparse(nowhere, { from: 1000, to: 2000 }, never)).toMatchObject({ roundsStored: 0 });
    // A log of another chain does not hide the rounds that the source has.
    const { source } = chain;
    const foreign = await wholeLog(join(folder.path, 'foreign-log'), builtChain({ seed: 'another chain', rounds: 6 }));
    const beside = { ...nowhere, log: foreign, source, parserVersion: NEWER + 1 };
    expect(await runReparse(beside, { from: 3, to: 5, all: true }, never)).toMatchObject({
      roundsDone: 3,
      missing: [],
      rejected: [],
    });
    await foreign.close();
    await without.close();
    await log.close();
    expect(await findings()).toEqual([]);
  }, 240_000);
});
