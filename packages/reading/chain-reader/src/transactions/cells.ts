import { cellTreesTable, columnsSql, type StateInitRow, stateInitsTable } from '@tonriver/row-schema';
import { LRUCache } from 'lru-cache';
import { type BatchedLookUp, createBatchedLookUp } from '../look-up/batched-look-up.ts';
import { createRememberedLookUp } from '../look-up/remembered-look-up.ts';
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

/** Bytes of trees that are remembered, and of the largest one: code of contracts is smaller. */
const TREES_BYTES_MAX = 16 * 1024 * 1024;
const TREE_BYTES_MAX = 128 * 1024;
/** What an entry takes besides its bag. */
const ENTRY_BYTES = 300;

/**
 * Remembers trees that were read: most contracts share the code of a few wallets, and a tree never changes. One that is
 * not stored yet is asked for again.
 */
export function createRememberedTrees(trees: BatchedLookUp<Uint8Array>): BatchedLookUp<Uint8Array> {
  return createRememberedLookUp({
    lookUp: trees,
    kept: new LRUCache<string, Uint8Array>({
      maxSize: TREES_BYTES_MAX,
      maxEntrySize: TREE_BYTES_MAX,
      sizeCalculation: ({ length }) => length + ENTRY_BYTES,
    }),
    keep: (_hash, boc) => Uint8Array.from(boc),
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
