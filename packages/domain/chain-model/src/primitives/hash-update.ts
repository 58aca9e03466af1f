import type { CellBuilder, CellSlice } from '@tonriver/boc';
import { badTag } from '../errors.ts';
import type { Hash } from './hash.ts';

/** Hashes of a value before and after: of an account's cell, for a transaction or an account's block. */
export interface HashUpdate {
  readonly oldHash: Hash;
  readonly newHash: Hash;
}

const hashUpdateTag = 0x72;

/**
 * Reads:
 *
 * ```tlb
 * update_hashes#72 {X:Type} old_hash:bits256 new_hash:bits256
 *   = HASH_UPDATE X;
 * ```
 */
export function loadHashUpdate(slice: CellSlice): HashUpdate {
  const tag = slice.loadUint(8);
  if (tag !== hashUpdateTag) throw badTag('HASH_UPDATE', tag);
  return { oldHash: slice.loadBytes(32), newHash: slice.loadBytes(32) };
}

/** Writes what `loadHashUpdate` reads. */
export function storeHashUpdate(builder: CellBuilder, value: HashUpdate): void {
  builder.storeUint(hashUpdateTag, 8).storeBytes(value.oldHash).storeBytes(value.newHash);
}
