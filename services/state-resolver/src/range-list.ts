import type { CellStore } from '@tonriver/cell-store';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import type { Logger } from '@tonriver/logger';
import { createRowBatch, stateProgressTable } from '@tonriver/row-schema';
import { addRangeRecord } from './block-record.ts';
import { forgetRange, loadRanges, newResolvedRange, type ResolvedRange, saveRange } from './resolved-range.ts';
import type { ResolverRows } from './resolver-rows.ts';

/** All resolved ranges, kept in the store of cells, and their rows of progress. */
export interface RangeList {
  /** Ascending. */
  readonly all: readonly ResolvedRange[];
  /** Whether a round lies in one of the ranges. */
  contains(round: number): boolean;
  /** Returns the range that a round follows; begins one where there is none. */
  rangeBefore(round: number): ResolvedRange;
  /** Saves a range that has grown, and joins it with the next where it has come to that one's first round. */
  save(range: ResolvedRange): void;
  /** Inserts a row of progress for every range that has grown since. */
  insertProgress(store: ClickHouseStore): Promise<void>;
  /** Whether ranges were joined since the last `removeStaleProgress`. */
  readonly hasJoined: boolean;
  /**
   * Removes the progress of ranges that are part of earlier ones by now. The server that is asked deletes it at once,
   * since there are few rows. Other replicas do it by themselves: to wait for a dead one would take for ever.
   */
  removeStaleProgress(store: ClickHouseStore): Promise<void>;
}

export function loadRangeList(cells: CellStore, logger: Logger): RangeList {
  const ranges = loadRanges(cells);
  const grown = new Set<ResolvedRange>();
  let hasJoined = false;
  return {
    all: ranges,
    contains: (round) => ranges.some(({ first, last }) => first <= round && round <= last),
    rangeBefore(round) {
      const known = ranges.find(({ last }) => last + 1 === round);
      if (known !== undefined) return known;
      const begun = newResolvedRange(round);
      ranges.push(begun);
      ranges.sort((left, right) => left.first - right.first);
      return begun;
    },
    save(range) {
      grown.add(range);
      saveRange(cells, range);
      if (joinFollowing(cells, ranges, range, logger)) hasJoined = true;
      for (const other of grown) if (!ranges.includes(other)) grown.delete(other);
    },
    async insertProgress(store) {
      const progress = createRowBatch(stateProgressTable);
      for (const { first: firstSeqno, last: lastSeqno, isComplete } of grown) {
        progress.add({ firstSeqno, lastSeqno, isComplete });
      }
      if (progress.rowCount > 0) await store.insertRows(stateProgressTable, progress.rows());
      grown.clear();
    },
    get hasJoined() {
      return hasJoined;
    },
    async removeStaleProgress(store) {
      for (const { first, last, lineage } of ranges) {
        if (lineage.length < 2) continue;
        await store.command(
          `ALTER TABLE state_progress DELETE WHERE first_seqno > {first:UInt32} AND first_seqno <= {last:UInt32}
           SETTINGS mutations_sync = 1`,
          { first, last },
        );
      }
      hasJoined = false;
    },
  };
}

/**
 * Adds the records of ranges that a program resolved which did not yet keep records.
 *
 * @returns whether there were any
 */
export function addMissingRangeRecords(cells: CellStore, rows: ResolverRows, { all }: RangeList): boolean {
  const unrecorded = all.filter(({ hasRecords }) => hasRecords !== true);
  for (const range of unrecorded) {
    addRangeRecord(rows, range);
    range.hasRecords = true;
    saveRange(cells, range);
  }
  return unrecorded.length > 0;
}

/** Joined ranges go on as one: with the states of the later one, and under the names of both. */
function joinFollowing(cells: CellStore, ranges: ResolvedRange[], range: ResolvedRange, logger: Logger): boolean {
  const next = ranges[ranges.indexOf(range) + 1];
  if (next === undefined || next.first !== range.last + 1 || next.last < next.first) return false;
  logger.info('Two ranges of states grew together', { first: range.first, join: next.first, last: next.last });
  for (const { hash } of range.tops) cells.release(Buffer.from(hash, 'hex'));
  forgetRange(cells, next);
  range.last = next.last;
  range.tops = next.tops;
  range.isComplete &&= next.isComplete;
  range.lineage = [...next.lineage, ...range.lineage];
  delete range.libraries;
  if (next.libraries !== undefined) range.libraries = next.libraries;
  saveRange(cells, range);
  ranges.splice(ranges.indexOf(next), 1);
  return true;
}
