import { type AssembledRange, readRanges, writeRanges } from '@tonriver/block-rows';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { assemblerSnapshotsTable, columnsSql, createRowBatch, pickColumns } from '@tonriver/row-schema';

const columns = pickColumns(assemblerSnapshotsTable, 'generation', 'state');
/** Two places in turn: while one is written the other is whole. */
const SLOT_COUNT = 2n;

/** Keeps what the assembler carries from round to round. */
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
    async save(ranges: readonly AssembledRange[]): Promise<void> {
      const batch = createRowBatch(assemblerSnapshotsTable);
      const state = writeRanges(ranges);
      // The first one fills both places: from then on a place that is empty is a row that was lost.
      const last = generation === 0n ? SLOT_COUNT : generation + 1n;
      while (generation < last) {
        generation += 1n;
        batch.add({ slot: Number(generation % SLOT_COUNT), generation, state });
      }
      await store.insertRows(assemblerSnapshotsTable, batch.rows());
    },
  };
}

export type SnapshotStore = ReturnType<typeof createSnapshotStore>;
