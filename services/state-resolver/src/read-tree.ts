import type { Cell } from '@tonriver/boc';
import { type CellStore, CellStoreError } from '@tonriver/cell-store';

/** Larger trees stay unresolved. The chain allows all but a few contracts 65,536 cells of code and data. */
export const treeCellsMax = 1_000_000;

/**
 * Reads a tree; returns undefined for one that is too large. A contract decides its size, so this must not be an error.
 */
export function readTree(store: Pick<CellStore, 'read'>, hash: Uint8Array): Cell | undefined {
  return unlessTooLarge(() => store.read(hash, { cellsMax: treeCellsMax }));
}

/** Returns undefined in the place of a tree that is too large. */
export function unlessTooLarge(read: () => Cell): Cell | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof CellStoreError && error.code === 'tree_too_large') return undefined;
    throw error;
  }
}
