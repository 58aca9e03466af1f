import type { CellBuilder, CellSlice } from '@tonriver/boc';
import type { Hash } from '../primitives/hash.ts';

/** The two halves of an account that is split or merged with its shard. */
export interface SplitMergeInfo {
  /** Bits of the present shard's prefix, 0 … 63. */
  readonly currentShardPrefixLength: number;
  readonly accountSplitDepth: number;
  readonly thisAddress: Hash;
  readonly siblingAddress: Hash;
}

/**
 * Reads:
 *
 * ```tlb
 * split_merge_info$_ cur_shard_pfx_len:(## 6)
 *   acc_split_depth:(## 6) this_addr:bits256 sibling_addr:bits256
 *   = SplitMergeInfo;
 * ```
 */
export function loadSplitMergeInfo(slice: CellSlice): SplitMergeInfo {
  return {
    currentShardPrefixLength: slice.loadUint(6),
    accountSplitDepth: slice.loadUint(6),
    thisAddress: slice.loadBytes(32),
    siblingAddress: slice.loadBytes(32),
  };
}

/** Writes what `loadSplitMergeInfo` reads. */
export function storeSplitMergeInfo(builder: CellBuilder, value: SplitMergeInfo): void {
  builder.storeUint(value.currentShardPrefixLength, 6).storeUint(value.accountSplitDepth, 6);
  builder.storeBytes(value.thisAddress).storeBytes(value.siblingAddress);
}
