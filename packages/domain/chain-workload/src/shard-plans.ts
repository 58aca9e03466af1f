import { shardChildren, shardParent, shardPrefixLength, WHOLE_SHARD } from '@tonriver/chain-model';
import { type Random, type ShardLeaf, siblingOf } from '@tonriver/chain-builder';

/** Decides which shards want to split or merge. */
export interface ShardPlans {
  /** Looks at the current shards and may add a wish. */
  consider(leaves: readonly ShardLeaf[]): void;
  wishesOf(shard: bigint): { readonly wantSplit: boolean; readonly wantMerge: boolean };
}

export interface ShardPlansOptions {
  readonly random: Random;
  readonly shardsMax: number;
  readonly maxSplit: number;
  /** The probability that a round brings a new wish. */
  readonly splitMergeRate: number;
}

/** Creates plans that move between one shard and `shardsMax`. */
export function createShardPlans({ random, shardsMax, maxSplit, splitMergeRate }: ShardPlansOptions): ShardPlans {
  const wishes = new Map<bigint, 'split' | 'merge'>();
  let isGrowing = true;

  function consider(leaves: readonly ShardLeaf[]): void {
    const shards = new Set(leaves.map(({ shard }) => shard));
    for (const shard of wishes.keys()) if (!shards.has(shard)) wishes.delete(shard);
    const coming = [...wishes.values()].filter((wish) => wish === 'split').length;
    if (leaves.length === 0 || !random.chance(splitMergeRate)) return;
    if (leaves.length + coming >= shardsMax) isGrowing = false;
    if (leaves.length === 1) isGrowing = true;
    const free = leaves.filter(({ shard, description }) => {
      return !wishes.has(shard) && !description.beforeSplit && description.splitMergeAt.type === 'none';
    });
    // Sometimes against the trend, so that splits and merges occur together.
    if (isGrowing !== random.chance(0.2)) wishSplit(free, leaves.length + coming);
    else wishMerge(free);
  }

  function wishSplit(free: readonly ShardLeaf[], count: number): void {
    const able = free.filter(({ shard }) => shardPrefixLength(shard) < maxSplit);
    if (able.length > 0 && count < shardsMax) wishes.set(random.pick(able).shard, 'split');
  }

  function wishMerge(free: readonly ShardLeaf[]): void {
    const names = new Set(free.map(({ shard }) => shard));
    const pairs = free.filter(({ shard }) => {
      return shard !== WHOLE_SHARD && shardChildren(shardParent(shard))[0] === shard && names.has(siblingOf(shard));
    });
    if (pairs.length === 0) return;
    const { shard } = random.pick(pairs);
    wishes.set(shard, 'merge');
    wishes.set(siblingOf(shard), 'merge');
  }

  return {
    consider,
    wishesOf: (shard) => ({ wantSplit: wishes.get(shard) === 'split', wantMerge: wishes.get(shard) === 'merge' }),
  };
}
