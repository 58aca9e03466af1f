import type { CellBuilder, CellSlice } from '@tonriver/boc';

/** When a shard is to split or to merge: seconds since 1970, and for how many seconds from then on. */
export type FutureSplitMerge =
  | { readonly type: 'none' }
  | { readonly type: 'split'; readonly utime: number; readonly interval: number }
  | { readonly type: 'merge'; readonly utime: number; readonly interval: number };

/**
 * Reads:
 *
 * ```tlb
 * fsm_none$0 = FutureSplitMerge;
 * fsm_split$10 split_utime:uint32 interval:uint32 = FutureSplitMerge;
 * fsm_merge$11 merge_utime:uint32 interval:uint32 = FutureSplitMerge;
 * ```
 */
export function loadFutureSplitMerge(slice: CellSlice): FutureSplitMerge {
  if (!slice.loadBit()) return { type: 'none' };
  const type = slice.loadBit() ? 'merge' : 'split';
  return { type, utime: slice.loadUint(32), interval: slice.loadUint(32) };
}

/** Writes what `loadFutureSplitMerge` reads. */
export function storeFutureSplitMerge(builder: CellBuilder, value: FutureSplitMerge): void {
  if (value.type === 'none') {
    builder.storeBit(false);
    return;
  }
  builder.storeUint(value.type === 'split' ? 0b10 : 0b11, 2);
  builder.storeUint(value.utime, 32).storeUint(value.interval, 32);
}
