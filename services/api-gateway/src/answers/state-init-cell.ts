import { BlockRowsError, rebuildStateInit } from '@tonriver/block-rows';
import { writeBag } from '@tonriver/boc';
import type { StateInitRow } from '@tonriver/row-schema';

/** The trees that a StateInit refers to, by hash (lower-case hex). */
export type CellTreeOf = (hash: string) => Uint8Array | undefined;

/**
 * Rebuilds the bag of a StateInit from its stored row.
 *
 * @returns `undefined` when a tree is not stored (yet)
 */
export function stateInitBag(row: StateInitRow, treeOf: CellTreeOf): Uint8Array | undefined {
  if (row.rawBoc.length > 0) return row.rawBoc;
  try {
    return writeBag([rebuildStateInit({ tree: treeOf }, row)], { crc: true });
  } catch (error) {
    if (error instanceof BlockRowsError && error.code === 'missing_tree') return undefined;
    throw error;
  }
}
