import { cellTreesTable, columnsSql, type StateInitRow, stateInitsTable } from '@tonriver/row-schema';
import { type BatchedLookUp, createBatchedLookUp } from '../look-up/batched-look-up.ts';
import { hexOf } from '../store/bytes.ts';
import type { LookUpBounds } from '../look-up/look-up-bounds.ts';
import type { ReadingStore } from '../store/reading-store.ts';
import { hexListLiteral } from '../store/sql.ts';

/** Reads bags of cells (bodies, code, data) by the hash of their root, upper-case hexadecimal. */
export function createCellTrees(store: ReadingStore, bounds: LookUpBounds): BatchedLookUp<Uint8Array> {
  return createBatchedLookUp({
    ...bounds,
    async load(hashes) {
      const rows = await store.select(
        cellTreesTable.columns,
        `SELECT ${columnsSql(cellTreesTable.columns)} FROM cell_trees WHERE hash IN ${hexListLiteral(hashes)}`,
      );
      return new Map(rows.map(({ hash, boc }) => [hexOf(hash), boc]));
    },
  });
}

/** Reads StateInits by their hash, upper-case hexadecimal. */
export function createStateInits(store: ReadingStore, bounds: LookUpBounds): BatchedLookUp<StateInitRow> {
  return createBatchedLookUp({
    ...bounds,
    async load(hashes) {
      const rows = await store.select(
        stateInitsTable.columns,
        `SELECT ${columnsSql(stateInitsTable.columns)} FROM state_inits WHERE hash IN ${hexListLiteral(hashes)}`,
      );
      return new Map(rows.map((row) => [hexOf(row.hash), row]));
    },
  });
}
