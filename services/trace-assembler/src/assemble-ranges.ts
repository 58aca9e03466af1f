import { type AssembledRange, newRange } from '@tonriver/block-rows';
import { columnsSql, roundsTable } from '@tonriver/row-schema';
import { assembleRound } from '@tonriver/traces';
import type { AnnouncedBlock, AnnouncedRound } from './announced-round.ts';
import { forgetTraces } from './forget-traces.ts';
import { isJoining, type JoinDependencies, joinSome } from './join-ranges.ts';
import { type LateStarts, rangesOf } from './late-starts.ts';
import type { RoundCollector } from './round-collector.ts';
import { addTraceRows, addWatermarkRows, createPassRows, roundRow } from './round-rows.ts';
import { writePassRows } from './write-pass-rows.ts';

/** Compares announced blocks with their stored rows; returns the rounds whose rows are not (yet) what was announced. */
export type FindMismatchedRounds = (blocks: readonly AnnouncedBlock[]) => Promise<ReadonlySet<number>>;

export interface AssembleRangesDependencies extends JoinDependencies {
  readonly collector: RoundCollector;
  readonly lateStarts: LateStarts;
  readonly findMismatchedRounds: FindMismatchedRounds;
}

export interface PassResult {
  /** Rounds that were assembled and written, for the first time or again. */
  readonly roundCount: number;
  /** Rounds that are announced but whose rows do not match. */
  readonly mismatched: readonly number[];
  /** Whether the next pass has work already. */
  readonly hasMore: boolean;
}

/** Rounds of one pass: bounds the rows of an insert and the time until the next snapshot. */
const ROUNDS_PER_PASS_MAX = 512;

/**
 * Moves the ranges on over the rounds that are complete, and joins ranges that have grown together, some rounds of each
 * at a time.
 *
 * A round is taken only when its rows, read back from ClickHouse, are what was announced. `ranges` is changed only
 * after the rows are durable or together with a failure that ends the process. Nothing else may change the ranges, the
 * collector or the late starts while a pass waits for ClickHouse.
 */
export function createRangeAssembler(dependencies: AssembleRangesDependencies) {
  const { store, collector, lateStarts, findMismatchedRounds } = dependencies;

  /** Says of rounds that are assembled that they begin a range, where that was announced only afterwards. */
  const tellLateStarts = async (ranges: readonly AssembledRange[]): Promise<void> => {
    const told = lateStarts.all();
    if (told.length === 0) return;
    const rows = createPassRows();
    const stored = await store.select(
      roundsTable.columns,
      `SELECT ${columnsSql(roundsTable.columns)} FROM rounds FINAL WHERE has({seqnos:Array(UInt32)}, mc_block_seqno)`,
      { seqnos: told },
    );
    // Of rows with one version the last one written counts, and no process writes the round without its start again
    // unless it is to read that announcement again as well.
    for (const row of stored) rows.rounds.add({ ...row, isRangeStart: true });
    for (const round of told) for (const range of rangesOf(ranges, round)) range.starts.add(round);
    for (const range of ranges) if (range.first <= range.last) addWatermarkRows(rows, range);
    await writePassRows(store, rows);
    // Also where this process knows of no range from there: one that died before its snapshot may have written it.
    const passed = told.filter((round) => !ranges.some(({ first }) => first === round));
    await forgetTraces(store, passed);
    lateStarts.forget(told);
  };

  /** The rounds that directly follow the range and whose rows match, and those that do not match. */
  const nextRounds = async (range: AssembledRange, stop: number, transactionsMax: number) => {
    const rounds: AnnouncedRound[] = [];
    let transactionCount = 0;
    for (let seqno = range.last + 1; seqno < stop; seqno += 1) {
      const round = collector.complete(seqno);
      if (round === undefined || rounds.length === ROUNDS_PER_PASS_MAX || transactionCount >= transactionsMax) break;
      rounds.push(round);
      transactionCount += round.transactions.length;
    }
    const mismatched = await findMismatchedRounds(rounds.flatMap(({ blocks }) => blocks));
    const cut = rounds.findIndex(({ seqno }) => mismatched.has(seqno));
    return { rounds: cut === -1 ? rounds : rounds.slice(0, cut), mismatched };
  };

  const extend = async (range: AssembledRange, stop: number, transactionsMax: number): Promise<PassResult> => {
    const { rounds, mismatched } = await nextRounds(range, stop, transactionsMax);
    if (rounds.length > 0) {
      const rows = createPassRows();
      const passed: number[] = [];
      for (const round of rounds) {
        addTraceRows(rows, range, round.seqno, assembleRound(range.state, round.seqno, round.transactions));
        rows.rounds.add(roundRow(round.seqno, round.isRangeStart, round.blocks));
        if (round.isRangeStart) range.starts.add(round.seqno);
        if (round.isRangeStart && round.seqno !== range.first) passed.push(round.seqno);
        range.last = round.seqno;
      }
      addWatermarkRows(rows, range);
      await writePassRows(store, rows);
      await forgetTraces(store, passed);
      for (const { seqno } of rounds) collector.forget(seqno);
    }
    const hasMore = mismatched.size === 0 && collector.complete(range.last + 1) !== undefined;
    return { roundCount: rounds.length, mismatched: [...mismatched], hasMore };
  };

  return async function assembleRanges(ranges: AssembledRange[], transactionsMax: number): Promise<PassResult> {
    await tellLateStarts(ranges);
    for (const start of collector.rangeStarts()) {
      if (!ranges.some(({ first, last }) => first <= start && start <= last + 1)) ranges.push(newRange(start));
    }
    ranges.sort((left, right) => left.first - right.first);
    const done = { roundCount: 0, mismatched: [] as number[], hasMore: false };
    for (let index = 0; index < ranges.length; index += 1) {
      const range = ranges[index]!;
      const extended = await extend(range, ranges[index + 1]?.first ?? Number.MAX_SAFE_INTEGER, transactionsMax);
      done.roundCount += extended.roundCount;
      done.mismatched.push(...extended.mismatched);
      done.hasMore ||= extended.hasMore;
      // A range whose first round did not match yet is empty: its rounds will come as all others do.
      while (ranges[index + 1]?.first === range.last + 1 && isEmpty(ranges[index + 1])) ranges.splice(index + 1, 1);
      const next = ranges[index + 1];
      if (!isJoining(range, next)) continue;
      const joined = await joinSome(dependencies, range, next, transactionsMax);
      done.roundCount += joined.roundCount;
      if (joined.isDone) ranges.splice(index + 1, 1);
      // What follows the joined range may be complete as well.
      done.hasMore = true;
    }
    // An empty range would claim its start again and again, and a later pass makes it anew.
    for (let index = ranges.length - 1; index >= 0; index -= 1) if (isEmpty(ranges[index])) ranges.splice(index, 1);
    return done;
  };
}

function isEmpty(range: AssembledRange | undefined): boolean {
  return range !== undefined && range.last < range.first;
}
