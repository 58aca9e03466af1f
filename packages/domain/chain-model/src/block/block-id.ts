import type { CellBuilder, CellSlice } from '@tonriver/boc';
import type { Hash } from '../primitives/index.ts';
import { loadShardIdent, type ShardIdent, storeShardIdent } from './shard-ident.ts';

/** The full name of a block. */
export interface BlockId extends ShardIdent {
  readonly seqno: number;
  readonly rootHash: Hash;
  /** SHA-256 of the block's file. */
  readonly fileHash: Hash;
}

/**
 * Reads:
 *
 * ```tlb
 * block_id_ext$_ shard_id:ShardIdent seq_no:uint32
 *   root_hash:bits256 file_hash:bits256 = BlockIdExt;
 * ```
 */
export function loadBlockId(slice: CellSlice): BlockId {
  const { workchain, shard } = loadShardIdent(slice);
  return {
    workchain,
    shard,
    seqno: slice.loadUint(32),
    rootHash: slice.loadBytes(32),
    fileHash: slice.loadBytes(32),
  };
}

/** Writes what `loadBlockId` reads. */
export function storeBlockId(builder: CellBuilder, value: BlockId): void {
  storeShardIdent(builder, value);
  builder.storeUint(value.seqno, 32).storeBytes(value.rootHash).storeBytes(value.fileHash);
}
