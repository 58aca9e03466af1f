import type { Cell } from '@tonriver/boc';
import { type CellStore, CellStoreError } from '@tonriver/cell-store';

/** Cells of the data or code of one contract: more is left unresolved. The chain allows 65,536 to all but a few. */
export const treeCellsMax = 1_000_000;

/** A tree that may be too large: whoever made it decides how large it is, so its size must end nothing. */
export function readResolved(store: Pick<CellStore, 'read'>, hash: Uint8Array): Cell | undefined {
  return unlessTooLarge(() => store.read(hash, { cellsMax: treeCellsMax }));
}

export function unlessTooLarge(read: () => Cell): Cell | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof CellStoreError && error.code === 'tree_too_large') return undefined;
    throw error;
  }
}
