import type { CellBuilder, CellSlice } from '@tonriver/boc';
import { badTag, badValue } from '../errors.ts';
import { shardPrefixBitsMax, shardPrefixLength } from './shard-id.ts';

/** A shard of a workchain. `shard` is the unsigned 64-bit form of `shard-id.ts`. */
export interface ShardIdent {
  readonly workchain: number;
  readonly shard: bigint;
}

/**
 * Reads:
 *
 * ```tlb
 * shard_ident$00 shard_pfx_bits:(#<= 60)
 *   workchain_id:int32 shard_prefix:uint64 = ShardIdent;
 * ```
 *
 * The prefix must have no bits behind its stated length; like the node, this accepts the one bit 1 that ends the prefix
 * in the other form of a shard (the basechain's zero state has it), and sets `slice.sawNonCanonical` then.
 */
export function loadShardIdent(slice: CellSlice): ShardIdent {
  const tag = slice.loadUint(2);
  if (tag !== 0) throw badTag('ShardIdent', tag);
  const prefixBits = slice.loadUint(6);
  if (prefixBits > shardPrefixBitsMax) throw badValue('ShardIdent', 'shard_pfx_bits', prefixBits);
  const workchain = slice.loadInt(32);
  const prefix = slice.loadUint64();
  const marker = 1n << BigInt(63 - prefixBits);
  if ((prefix & (marker - 1n)) !== 0n) throw badValue('ShardIdent', 'shard_prefix', prefix);
  if ((prefix & marker) !== 0n) slice.sawNonCanonical = true;
  return { workchain, shard: prefix | marker };
}

/** Writes what `loadShardIdent` reads. */
export function storeShardIdent(builder: CellBuilder, { workchain, shard }: ShardIdent): void {
  const prefixBits = shardPrefixLength(shard);
  const prefix = shard ^ (1n << BigInt(63 - prefixBits));
  builder.storeUint(0, 2).storeUint(prefixBits, 6).storeInt(workchain, 32).storeUint(prefix, 64);
}
