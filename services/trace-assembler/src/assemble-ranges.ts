import { type AssembledRange, loadStoredRounds, newRange, versionOfRange } from '@tonriver/block-rows';
import {
  type ClickHouseStore,
  columnsSql,
  roundsTable,
  traceIdsTable,
  tracesTable,
  watermarksTable,
} from '@tonriver/clickhouse';
import type { Logger } from '@tonriver/logger';
import { assembleRound } from '@tonriver/traces';
import type { AnnouncedBlock, AnnouncedRound } from './announced-round.ts';
import { type LateStarts, rangeOf } from './late-starts.ts';
import type { RoundCollector } from './round-collector.ts';
import { addTraceRows, addWatermarkRows, createPassRows, type PassRows, roundRow } from './round-rows.ts';

/** Compares announced blocks with their stored rows; returns the rounds whose rows are not (yet) what was announced. */
export type FindMismatchedRounds = (blocks: readonly AnnouncedBlock[]) => Promise<ReadonlySet<number>>;

export interface AssembleRangesDependencies {
  readonly store: ClickHouseStore;
  readonly collector: RoundCollector;
  readonly lateStarts: LateStarts;
  readonly findMismatchedRounds: FindMismatchedRounds;
  readonly logger: Logger;
}

export interface PassResult {
  /** Rounds that were assembled and written. */
  readonly roundCount: number;
  /** Rounds that are announced but whose rows do not match. */
  readonly mismatched: readonly number[];
}

/** Rounds of one pass: bounds the rows of an insert and the time until the next snapshot. */
const ROUNDS_PER_PASS_MAX = 512;
/** Rounds read back at once when ranges grow together. */
const ROUNDS_PER_CHUNK = 128;

/**
 * Moves the ranges on over the rounds that are complete, and joins ranges that have grown together.
 *
 * A round is taken only when its rows, read back from ClickHouse, are what was announced. `ranges` is changed only
 * after the rows are durable or together with a failure that ends the process.
 */
export function createRangeAssembler(dependencies: AssembleRangesDependencies) {
  const { store, collector, lateStarts, findMismatchedRounds, logger } = dependencies;
  const write = async (rows: PassRows): Promise<void> => {
    if (rows.traceIds.rowCount > 0) await store.insertRows(traceIdsTable, rows.traceIds.rows());
    if (rows.traces.rowCount > 0) await store.insertRows(tracesTable, rows.traces.rows());
    if (rows.rounds.rowCount > 0) await store.insertRows(roundsTable, rows.rounds.rows());
    if (rows.watermarks.rowCount > 0) await store.insertRows(watermarksTable, rows.watermarks.rows());
  };

  /**
   * Deletes the traces that were assembled from starts which another range has passed: they lack the senders before.
   *
   * Also where this process knows of no range from there: one that died before its first snapshot may have written it.
   */
  const forgetTracesSince = async (starts: readonly number[]): Promise<void> => {
    if (starts.length === 0) return;
    await store.command(
      'ALTER TABLE traces DELETE WHERE has({versions:Array(UInt64)}, bitShiftRight(version, 32)) ' +
        'SETTINGS mutations_sync = 2',
      { versions: starts.map((first) => versionOfRange({ first })) },
    );
  };

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
    for (const round of told) rangeOf(ranges, round)?.starts.add(round);
    for (const range of ranges) if (range.first <= range.last) addWatermarkRows(rows, range);
    await write(rows);
    await forgetTracesSince(told);
    lateStarts.forget(told);
  };

  /** The rounds that directly follow the range and whose rows match, and the first that does not match. */
  const nextRounds = async (range: AssembledRange, stop: number) => {
    const rounds: AnnouncedRound[] = [];
    for (let seqno = range.last + 1; seqno < stop && rounds.length < ROUNDS_PER_PASS_MAX; seqno += 1) {
      const round = collector.complete(seqno);
      if (round === undefined) break;
      rounds.push(round);
    }
    const mismatched = await findMismatchedRounds(rounds.flatMap(({ blocks }) => blocks));
    const cut = rounds.findIndex(({ seqno }) => mismatched.has(seqno));
    return { rounds: cut === -1 ? rounds : rounds.slice(0, cut), mismatched };
  };

  const extend = async (range: AssembledRange, stop: number): Promise<PassResult> => {
    const { rounds, mismatched } = await nextRounds(range, stop);
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
      await write(rows);
      await forgetTracesSince(passed);
      for (const { seqno } of rounds) collector.forget(seqno);
    }
    return { roundCount: rounds.length, mismatched: [...mismatched] };
  };

  /** Assembles the rounds of `later` again, now that the senders before it are known, and forgets what it had said. */
  const join = async (earlier: AssembledRange, later: AssembledRange): Promise<void> => {
    logger.info('Two ranges grew together', { first: earlier.first, join: later.first, last: later.last });
    for (let first = later.first; first <= later.last; first += ROUNDS_PER_CHUNK) {
      const last = Math.min(later.last, first + ROUNDS_PER_CHUNK - 1);
      const rows = createPassRows();
      for (const { seqno, transactions } of await loadStoredRounds(store, { first, last })) {
        addTraceRows(rows, earlier, seqno, assembleRound(earlier.state, seqno, transactions));
      }
      await write(rows);
    }
    await forgetTracesSince([...later.starts]);
    earlier.last = later.last;
    for (const start of later.starts) earlier.starts.add(start);
    const rows = createPassRows();
    addWatermarkRows(rows, earlier);
    await write(rows);
  };

  return async function assembleRanges(ranges: AssembledRange[]): Promise<PassResult> {
    await tellLateStarts(ranges);
    for (const start of collector.rangeStarts()) {
      if (!ranges.some(({ first, last }) => first <= start && start <= last + 1)) ranges.push(newRange(start));
    }
    ranges.sort((left, right) => left.first - right.first);
    let roundCount = 0;
    const mismatched: number[] = [];
    for (let index = 0; index < ranges.length; index += 1) {
      const range = ranges[index]!;
      const result = await extend(range, ranges[index + 1]?.first ?? Number.MAX_SAFE_INTEGER);
      roundCount += result.roundCount;
      mismatched.push(...result.mismatched);
      for (
        let next = ranges[index + 1];
        next !== undefined && next.first === range.last + 1;
        next = ranges[index + 1]
      ) {
        // A range whose first round did not match yet is empty: its rounds will come as all others do.
        if (next.last >= next.first) await join(range, next);
        ranges.splice(index + 1, 1);
      }
    }
    // An empty range would claim its start again and again, and a later pass makes it anew.
    for (let index = ranges.length - 1; index >= 0; index -= 1) {
      const range = ranges[index]!;
      if (range.last < range.first) ranges.splice(index, 1);
    }
    return { roundCount, mismatched };
  };
}
