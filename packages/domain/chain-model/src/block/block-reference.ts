import type { CellBuilder, CellSlice } from '@tonriver/boc';
import type { Hash } from '../primitives/index.ts';

/** Names a block whose shard is known from the context. */
export interface BlockReference {
  readonly endLt: bigint;
  readonly seqno: number;
  readonly rootHash: Hash;
  /** SHA-256 of the block's file. */
  readonly fileHash: Hash;
}

/**
 * Reads:
 *
 * ```tlb
 * ext_blk_ref$_ end_lt:uint64
 *   seq_no:uint32 root_hash:bits256 file_hash:bits256
 *   = ExtBlkRef;
 * ```
 */
export function loadBlockReference(slice: CellSlice): BlockReference {
  return {
    endLt: slice.loadUint64(),
    seqno: slice.loadUint(32),
    rootHash: slice.loadBytes(32),
    fileHash: slice.loadBytes(32),
  };
}

/** Writes what `loadBlockReference` reads. */
export function storeBlockReference(builder: CellBuilder, value: BlockReference): void {
  builder.storeUint(value.endLt, 64).storeUint(value.seqno, 32).storeBytes(value.rootHash).storeBytes(value.fileHash);
}
