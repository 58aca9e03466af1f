import type { CellBuilder, CellSlice } from '@tonriver/boc';
import { badValue } from '../errors.ts';
import { type BlockReference, loadBlockReference, storeBlockReference } from './block-reference.ts';
import { loadInnerCell, storeInnerCell } from './inner-cell.ts';

/** One previous block, or two after a merge: first that of the left shard, then that of the right one. */
export type PreviousBlocks = readonly [BlockReference] | readonly [BlockReference, BlockReference];

/**
 * Reads:
 *
 * ```tlb
 * prev_blk_info$_ prev:ExtBlkRef = BlkPrevInfo 0;
 * prev_blks_info$_ prev1:^ExtBlkRef prev2:^ExtBlkRef = BlkPrevInfo 1;
 * ```
 */
export function loadPreviousBlocks(slice: CellSlice, afterMerge: boolean): PreviousBlocks {
  if (!afterMerge) return [loadBlockReference(slice)];
  const left = loadInnerCell(slice, loadBlockReference, 'ExtBlkRef');
  return [left, loadInnerCell(slice, loadBlockReference, 'ExtBlkRef')];
}

/** Writes what `loadPreviousBlocks` reads: two blocks are written as after a merge. */
export function storePreviousBlocks(builder: CellBuilder, blocks: PreviousBlocks): void {
  const [first, second] = blocks;
  if (second === undefined) {
    storeBlockReference(builder, first);
    return;
  }
  if (blocks.length > 2) throw badValue('BlkPrevInfo', 'number of blocks', blocks.length);
  for (const block of blocks) storeInnerCell(builder, storeBlockReference, block);
}
