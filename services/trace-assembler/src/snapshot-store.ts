import { type AssembledRange, readRanges, writeRanges } from '@tonriver/block-rows';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { assemblerSnapshotsTable, columnsSql, createRowBatch, pickColumns } from '@tonriver/row-schema';

const columns = pickColumns(assemblerSnapshotsTable, 'generation', 'state');
/** Every snapshot is in both slots: a row that is lost, or not of the same time as the other, is found. */
const SLOT_COUNT = 2n;
/** Of a generation: bits that count snapshots with the same progress. */
const COUNTER_BITS = 24n;

/**
 * Keeps the ranges of the assembler, with the messages in flight.
 *
 * A generation says first how far the announcements are done. So a snapshot of a process that lost the partition, which
 * may arrive at any time, is the newest only when it knows all that the group has committed.
 */
export function createSnapshotStore(store: ClickHouseStore) {
  let generation = 0n;
  return {
    async load(): Promise<AssembledRange[]> {
      const [newest] = await store.select(
        columns,
        `SELECT ${columnsSql(columns)} FROM assembler_snapshots FINAL ORDER BY generation DESC LIMIT 1`,
      );
      if (newest === undefined) return [];
      generation = newest.generation;
      return readRanges(newest.state);
    },
    /** @param doneUntil the first offset of the announcements that is not done, as far as is known */
    async save(ranges: readonly AssembledRange[], doneUntil: bigint): Promise<void> {
      const batch = createRowBatch(assemblerSnapshotsTable);
      const state = writeRanges(ranges);
      const progress = doneUntil << COUNTER_BITS;
      // The loaded snapshot knows as much, or belongs to a log that is gone.
      const first = progress > generation ? progress : generation + 1n;
      generation = first + SLOT_COUNT - 1n;
      for (let own = first; own <= generation; own += 1n) {
        batch.add({ slot: Number(own % SLOT_COUNT), generation: own, state });
      }
      await store.insertRows(assemblerSnapshotsTable, batch.rows());
    },
  };
}
