import { type AssembledRange, readRanges, writeRanges } from '@tonriver/block-rows';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { assemblerSnapshotsTable, columnsSql, createRowBatch, pickColumns } from '@tonriver/row-schema';

const columns = pickColumns(assemblerSnapshotsTable, 'generation', 'state');
/** Two slots are written in turn: while one is written the other is whole. */
const SLOT_COUNT = 2n;

/** Keeps the ranges of the assembler, with the messages in flight. */
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
      // The first snapshot fills both slots: from then on an empty slot is a lost row.
      const last = generation === 0n ? SLOT_COUNT : generation + 1n;
      while (generation < last) {
        generation += 1n;
        batch.add({ slot: Number(generation % SLOT_COUNT), generation, state });
      }
      await store.insertRows(assemblerSnapshotsTable, batch.rows());
    },
  };
}
