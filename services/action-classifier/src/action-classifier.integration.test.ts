import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@tonriver/testing';
import fc from 'fast-check';
import type { ClassifierPhase } from './service.ts';
import { type ClassifierBench, openClassifierBench, type ToldTraces } from './testing/classifier-bench.test-support.ts';

const ROUNDS = 10;
const rounds = Array.from({ length: ROUNDS }, (_, index) => index + 1);
const WAIT = { timeoutMs: 60_000 };

let bench: ClassifierBench;
let wanted: Record<string, string>;

beforeAll(async () => {
  bench = await openClassifierBench({ seed: 'actions', rounds: ROUNDS, transactionsPerRound: 30, accounts: 40 });
  await bench.detect(rounds);
  await runThrough(bench.told);
  wanted = await bench.digests();
}, 240_000);
afterAll(() => bench.close());
beforeEach(() => bench.forget());

type Kill = { readonly phase: ClassifierPhase; readonly calls: number };

async function runThrough(records: readonly ToldTraces[], kills: readonly Kill[] = []): Promise<void> {
  const topic = await bench.openTopic();
  await topic.send(records);
  for (const { phase, calls } of kills) {
    let left = calls;
    const classifier = await topic.start({
      onPhase(reached) {
        if (reached === phase) left -= 1;
        if (left <= 0) throw new Error('killed');
      },
    });
    let isKilled = false;
    classifier.ended.catch(() => void (isKilled = true));
    await eventually(async () => isKilled || (await topic.isAllCommitted()), WAIT);
    await classifier.stop().catch(() => undefined);
  }
  const classifier = await topic.start();
  await eventually(() => topic.isAllCommitted(), WAIT);
  await classifier.stop();
  await topic.close();
}

/** Rows of classified traces that say when they were classified. */
const counts = async (): Promise<{ readonly traces: number; readonly early: number }> => {
  const [row] = await bench.store.query<{ traces: string; early: string }>(
    'SELECT count() AS traces, countIf(NOT knows_interfaces) AS early FROM classified_traces FINAL',
  );
  return { traces: Number(row?.traces), early: Number(row?.early) };
};

describe('the action-classifier', () => {
  it('writes a row for every finished trace, with actions, and says how far it is', async () => {
    await bench.detect(rounds);
    await runThrough(bench.told);
    const finished = await bench.store.query<{ id: string }>(
      'SELECT hex(trace_id) AS id FROM traces FINAL WHERE pending_edges = 0 ORDER BY id',
    );
    const classified = await bench.store.query<{ id: string; state: string; nodes: number; hashes: number }>(
      `SELECT hex(trace_id) AS id, classification AS state, nodes, length(transactions) AS hashes
       FROM classified_traces FINAL ORDER BY id`,
    );
    expect(finished.length).toBeGreaterThan(20);
    expect(classified.map(({ id }) => id)).toEqual(finished.map(({ id }) => id));
    // Invented traffic has traces of which a part is missing: those have no actions.
    expect(classified.filter(({ state }) => state === 'ok').length).toBeGreaterThan(10);
    expect(classified.filter(({ state }) => state === 'unclassified')).toEqual([]);
    expect(classified.filter(({ nodes, hashes }) => Number(nodes) !== Number(hashes))).toEqual([]);
    const progress = await bench.store.query(
      'SELECT range_seqno, partition, first_seqno, last_seqno, partitions FROM actions_progress FINAL ORDER BY partition',
    );
    expect(progress).toEqual(
      [0, 1, 2, 3].map((partition) => ({
        range_seqno: 1,
        partition,
        first_seqno: 1,
        last_seqno: ROUNDS,
        partitions: 4,
      })),
    );
  }, 120_000);

  it('writes the same rows after kills at any moment, and when records come again', async () => {
    const kill = fc.record({
      phase: fc.constantFrom<ClassifierPhase>('actions-insert', 'actions-inserted'),
      calls: fc.integer({ min: 1, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(kill, { maxLength: 2 }),
        fc.array(fc.nat({ max: bench.told.length - 1 }), { maxLength: 6 }),
        async (kills, repeats) => {
          await bench.forget();
          await bench.detect(rounds);
          await runThrough([...bench.told, ...repeats.map((index) => bench.told[index]!)], kills);
          expect(await bench.digests()).toEqual(wanted);
        },
      ),
      { numRuns: 3 },
    );
  }, 240_000);

  it('waits until it is known what the contracts are, round by round', async () => {
    const topic = await bench.openTopic();
    await bench.detect(rounds.slice(0, 5));
    await topic.send(bench.told);
    const classifier = await topic.start();
    await eventually(async () => {
      const stored = await bench.store.query<{ last_seqno: number }>('SELECT last_seqno FROM actions_progress FINAL');
      return stored.filter(({ last_seqno }) => last_seqno === 5).length === 4;
    }, WAIT);
    await eventually(() => classifier.classified.at(-1) === 5, WAIT);
    expect(Math.max(...classifier.classified)).toBe(5);
    await bench.detect(rounds);
    await eventually(() => topic.isAllCommitted(), WAIT);
    await classifier.stop();
    await topic.close();
    expect(await bench.digests()).toEqual(wanted);
  }, 120_000);

  it('classifies without the detector when that stands still, and again when it goes on', async () => {
    const topic = await bench.openTopic();
    await bench.detect(rounds.slice(0, 3));
    await topic.send(bench.told);
    const early = await topic.start({ detectorSilenceMs: 0 });
    await eventually(() => topic.isAllCommitted(), WAIT);
    await early.stop();
    expect((await counts()).early).toBeGreaterThan(0);
    await bench.detect(rounds);
    // A process works again on the partitions of which a record has come: each round has one in every partition.
    await topic.send(bench.told.filter(({ round }) => round.round === 1));
    const late = await topic.start();
    await eventually(async () => (await topic.isAllCommitted()) && (await counts()).early === 0, WAIT);
    await late.stop();
    await topic.close();
    expect(await bench.digests()).toEqual(wanted);
  }, 120_000);

  it('marks a trace of which a transaction is not stored, and classifies it when the row is there', async () => {
    await bench.detect(rounds);
    const isFirst = "kind = 'cells' AND block_round = 2";
    await bench.store.command(`CREATE TABLE kept ENGINE = Memory AS SELECT * FROM transaction_parts WHERE ${isFirst}`);
    await bench.store.command(`DELETE FROM transaction_parts WHERE ${isFirst}`);
    const topic = await bench.openTopic();
    await topic.send(bench.told);
    const first = await topic.start();
    await eventually(() => topic.isAllCommitted(), WAIT);
    await first.stop();
    const { early } = await counts();
    expect(early).toBeGreaterThan(0);
    await bench.store.command('INSERT INTO transaction_parts SELECT * FROM kept');
    await bench.store.command('DROP TABLE kept');
    await topic.send(bench.told.filter(({ round }) => round.round === 1));
    const second = await topic.start();
    await eventually(async () => (await topic.isAllCommitted()) && (await counts()).early === 0, WAIT);
    await second.stop();
    await topic.close();
    expect(await bench.digests()).toEqual(wanted);
  }, 120_000);

  it('puts a record aside that cannot be read, and counts the rounds behind it when all come again after it', async () => {
    await bench.detect(rounds);
    const topic = await bench.openTopic();
    const ofFirst = bench.told.filter(({ partition }) => partition === 0);
    await topic.send(ofFirst.filter(({ round }) => round.round <= 4));
    const value = Buffer.from('{"round":5}');
    await topic.producer.send(bench.topics.traces.name, [{ partition: 0, key: null, value, headers: {} }]);
    await topic.send(ofFirst.filter(({ round }) => round.round >= 6));
    const classifier = await topic.start();
    await eventually(() => topic.isAllCommitted(), WAIT);
    await classifier.stop();
    expect(await topic.log.endOffsets(bench.topics.tracesDeadLetters.name)).toEqual([1n]);
    const progress = () => bench.store.query('SELECT partition, last_seqno FROM actions_progress FINAL');
    expect(await progress()).toEqual([{ partition: 0, last_seqno: 4 }]);
    // The record is redriven, and after that those behind it are read again: the gap is closed.
    await topic.send(ofFirst.filter(({ round }) => round.round === 5));
    await topic.send(ofFirst.filter(({ round }) => round.round >= 6));
    const again = await topic.start();
    await eventually(() => topic.isAllCommitted(), WAIT);
    await again.stop();
    expect(await progress()).toEqual([{ partition: 0, last_seqno: ROUNDS }]);
    await topic.close();
  }, 120_000);
});
