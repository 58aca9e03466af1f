import { checkedProgressRow } from '@tonriver/block-rows';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import type { RoundTraces } from '@tonriver/events';
import { type ActionsProgressRow, actionsProgressTable, columnsSql, createRowBatch } from '@tonriver/row-schema';

type Place = Pick<RoundTraces, 'round' | 'range' | 'part' | 'isLast' | 'partitions'>;

/** How far the traces of partitions are classified, in each range. */
export interface PartitionProgress {
  /** Reads what is stored of the ranges of some records, once. */
  load(records: readonly { readonly partition: number; readonly round: Place }[]): Promise<void>;
  /** Counts a record whose traces are durable. Returns the last round before a gap, when it does not follow. */
  count(partition: number, place: Place): { readonly gapAfter: number } | undefined;
  /**
   * Up to this round the traces of each of these partitions are classified, in the range in which that is furthest;
   * undefined while it is not known of one of them.
   */
  lastSeqnoOf(partitions: readonly number[]): number | undefined;
  /** Forgets a partition: another process may have moved it on. */
  forget(partition: number): void;
  /** Writes what has changed. */
  save(): Promise<void>;
}

interface State {
  readonly firstSeqno: number;
  lastSeqno: number;
  partitions: number;
  /** The part of the next round that comes next. */
  nextPart: number;
  hasChanged: boolean;
}

const { columns } = actionsProgressTable;

/** Keeps the progress of the partitions that this process has, round by round without a gap. */
export function createPartitionProgress(store: ClickHouseStore): PartitionProgress {
  /** Partition → range → its state; absent when there is none yet. */
  const states = new Map<number, Map<number, State | undefined>>();
  return {
    async load(records) {
      for (const { partition, round } of records) {
        const ranges = states.get(partition) ?? new Map<number, State | undefined>();
        states.set(partition, ranges);
        if (ranges.has(round.range)) continue;
        const [row] = await store.select(
          columns,
          `SELECT ${columnsSql(columns)} FROM actions_progress
           WHERE range_seqno = {range:UInt32} AND partition = {partition:UInt32} ORDER BY last_seqno DESC LIMIT 1`,
          { range: round.range, partition },
          { threadsMax: 1 },
        );
        ranges.set(round.range, row === undefined ? undefined : { ...row, nextPart: 0, hasChanged: false });
      }
    },
    count(partition, { round, range, part, isLast, partitions }) {
      const ranges = states.get(partition) ?? new Map<number, State | undefined>();
      states.set(partition, ranges);
      const state = ranges.get(range) ?? newState(round, partitions);
      ranges.set(range, state);
      // A repeat.
      if (round <= state.lastSeqno || (round === state.lastSeqno + 1 && part < state.nextPart)) return undefined;
      if (round !== state.lastSeqno + 1 || part !== state.nextPart) return { gapAfter: state.lastSeqno };
      state.nextPart = isLast ? 0 : part + 1;
      if (!isLast) return undefined;
      state.lastSeqno = round;
      state.partitions = partitions;
      state.hasChanged = true;
      return undefined;
    },
    lastSeqnoOf(partitions) {
      const furthest = partitions.map((partition) => {
        const ranges = [...(states.get(partition)?.values() ?? [])];
        return Math.max(...ranges.map((state) => state?.lastSeqno ?? Number.NEGATIVE_INFINITY));
      });
      const least = Math.min(...furthest);
      return Number.isFinite(least) ? least : undefined;
    },
    forget: (partition) => void states.delete(partition),
    async save() {
      const rows = createRowBatch(actionsProgressTable);
      const saved: State[] = [];
      for (const [partition, ranges] of states) {
        for (const [rangeSeqno, state] of ranges) {
          if (state === undefined || !state.hasChanged) continue;
          rows.add(rowOf(partition, rangeSeqno, state));
          saved.push(state);
        }
      }
      if (rows.rowCount === 0) return;
      await store.insertRows(actionsProgressTable, rows.rows());
      for (const state of saved) state.hasChanged = false;
    },
  };
}

/** Records begin where the release began that sends them, which may be in the middle of a range. */
function newState(round: number, partitions: number): State {
  return { firstSeqno: round, lastSeqno: round - 1, partitions, nextPart: 0, hasChanged: false };
}

function rowOf(partition: number, rangeSeqno: number, state: State): ActionsProgressRow {
  const { firstSeqno, lastSeqno, partitions } = state;
  return checkedProgressRow({ rangeSeqno, partition, firstSeqno, lastSeqno, partitions });
}
