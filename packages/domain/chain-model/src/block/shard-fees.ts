import type { Bag, Cell, CellSlice } from '@tonriver/boc';
import { type AugmentedRoot, buildHashmapAug, loadHashmapAugEntries } from '../dictionary/index.ts';
import { keyFromUint, keyToBigInt } from '../dictionary/index.ts';
import { badValue } from '../errors.ts';
import { shardFeesAugmentation } from './augmentations.ts';
import { loadShardFeeCreated, type ShardFeeCreated, storeShardFeeCreated } from './shard-fee-created.ts';
import type { ShardIdent } from './shard-ident.ts';

/** One entry of the dictionary of shard fees. */
export interface ShardFees extends ShardIdent, ShardFeeCreated {}

const keyBits = 96;

/**
 * Shards that may be there beyond one per cell of the bag. Shards without fees share cells, but in a block each of them
 * has its description, too; cells that are shared on purpose could describe thousands of entries of four amounts each.
 */
const shardCountSpare = 256;

/**
 * Reads all entries in key order: unsigned workchain, then unsigned shard. The key is workchain (32 bits) and shard
 * (64 bits, with its end marker).
 *
 * ```tlb
 * _ (HashmapAugE 96 ShardFeeCreated ShardFeeCreated) = ShardFees;
 * ```
 */
export function loadShardFees(bag: Bag, root: number | null): ShardFees[] {
  let left = bag.cellCount + shardCountSpare;
  const loadValue = (slice: CellSlice): ShardFeeCreated => {
    if (left-- === 0) throw badValue('ShardFees', 'number of shards', bag.cellCount);
    return loadShardFeeCreated(slice);
  };
  const codec = { load: loadShardFeeCreated, loadValue };
  return loadHashmapAugEntries(bag, root, keyBits, codec).map(({ key, value }) => {
    const number = keyToBigInt(key, keyBits);
    return { workchain: Number(BigInt.asIntN(32, number >> 64n)), shard: BigInt.asUintN(64, number), ...value };
  });
}

/** Builds what `loadShardFees` reads, from entries in any order. */
export function buildShardFees(entries: readonly ShardFees[]): AugmentedRoot<ShardFeeCreated, Cell> {
  const keyed = entries.map((entry) => ({
    number: (BigInt.asUintN(32, BigInt(entry.workchain)) << 64n) | entry.shard,
    value: { fees: entry.fees, create: entry.create },
  }));
  keyed.sort((left, right) => (left.number < right.number ? -1 : 1));
  return buildHashmapAug(
    keyed.map(({ number, value }) => ({ key: keyFromUint(number, keyBits), value })),
    {
      keyBits,
      storeValue: storeShardFeeCreated,
      augmentation: shardFeesAugmentation,
      extraOf: (value: ShardFeeCreated) => value,
    },
  );
}
