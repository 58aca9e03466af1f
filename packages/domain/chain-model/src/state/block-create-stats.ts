import type { Bag, Cell, CellBuilder, CellSlice } from '@tonriver/boc';
import { DictionaryWalk } from '../dictionary/dictionary-walk.ts';
import { loadHashmapE, storeHashmapE } from '../dictionary/hashmap.ts';
import { badTag } from '../errors.ts';
import type { Hash } from '../primitives/hash.ts';
import { ensureRead, resolveCell } from '../primitives/reference.ts';

/** How many blocks each validator has made. */
export interface BlockCreateStats<C = number> {
  /** `Hashmap 256 CreatorStats`, or its augmented form when `extra` is there. See `eachCreatorStats`. */
  readonly counters: C | null;
  /** The extra of the augmented form; null in the plain one. */
  readonly extra: number | null;
}

/** A count that fades: the last two are scaled by 2^32 and decay over 2,048 and 65,536 seconds. */
export interface Counters {
  /** Unix seconds. */
  readonly lastUpdated: number;
  readonly total: bigint;
  readonly count2048: bigint;
  readonly count65536: bigint;
}

/** The counts of one validator's blocks. */
export interface CreatorStats {
  readonly masterchainBlocks: Counters;
  readonly shardBlocks: Counters;
}

/** One validator's counters by its public key; the key of zeros counts all blocks. */
export interface KeyedCreatorStats extends CreatorStats {
  readonly publicKey: Hash;
}

const plainTag = 0x17;
const augmentedTag = 0x34;
const creatorTag = 4;
const keyBits = 256;

/**
 * Reads:
 *
 * ```tlb
 * block_create_stats#17 counters:(HashmapE 256 CreatorStats) = BlockCreateStats;
 * block_create_stats_ext#34 counters:(HashmapAugE 256 CreatorStats uint32) = BlockCreateStats;
 * ```
 */
export function loadBlockCreateStats(slice: CellSlice): BlockCreateStats {
  const tag = slice.loadUint(8);
  if (tag !== plainTag && tag !== augmentedTag) throw badTag('BlockCreateStats', tag);
  const counters = loadHashmapE(slice);
  return { counters, extra: tag === augmentedTag ? slice.loadUint(32) : null };
}

/** Writes what `loadBlockCreateStats` reads. */
export function storeBlockCreateStats(builder: CellBuilder, value: BlockCreateStats<Cell>): void {
  builder.storeUint(value.extra === null ? plainTag : augmentedTag, 8);
  storeHashmapE(builder, value.counters);
  if (value.extra !== null) builder.storeUint(value.extra, 32);
}

/** The same with a heap cell. */
export function resolveBlockCreateStats(bag: Bag, value: BlockCreateStats): BlockCreateStats<Cell> {
  return { counters: resolveCell(bag, value.counters), extra: value.extra };
}

/**
 * Reads:
 *
 * ```tlb
 * counters#_ last_updated:uint32 total:uint64 cnt2048:uint64 cnt65536:uint64 = Counters;
 * creator_info#4 mc_blocks:Counters shard_blocks:Counters = CreatorStats;
 * ```
 */
export function loadCreatorStats(slice: CellSlice): CreatorStats {
  const tag = slice.loadUint(4);
  if (tag !== creatorTag) throw badTag('CreatorStats', tag);
  return { masterchainBlocks: loadCounters(slice), shardBlocks: loadCounters(slice) };
}

/** Writes what `loadCreatorStats` reads. */
export function storeCreatorStats(builder: CellBuilder, value: CreatorStats): void {
  builder.storeUint(creatorTag, 4);
  storeCounters(builder, value.masterchainBlocks);
  storeCounters(builder, value.shardBlocks);
}

/** All counters in the order of the public keys, one validator at a time. */
export function* eachCreatorStats(bag: Bag, stats: BlockCreateStats): Generator<KeyedCreatorStats> {
  const isAugmented = stats.extra !== null;
  const walk = new DictionaryWalk(bag, stats.counters, keyBits, { isAugmented });
  while (walk.next()) {
    if (isAugmented) walk.slice.skipBits(32);
    const { masterchainBlocks, shardBlocks } = loadCreatorStats(walk.slice);
    ensureRead(walk.slice, 'CreatorStats');
    yield { publicKey: walk.key.slice(), masterchainBlocks, shardBlocks };
  }
}

function loadCounters(slice: CellSlice): Counters {
  return {
    lastUpdated: slice.loadUint(32),
    total: slice.loadUint64(),
    count2048: slice.loadUint64(),
    count65536: slice.loadUint64(),
  };
}

function storeCounters(builder: CellBuilder, value: Counters): void {
  builder.storeUint(value.lastUpdated, 32).storeUint(value.total, 64);
  builder.storeUint(value.count2048, 64).storeUint(value.count65536, 64);
}
