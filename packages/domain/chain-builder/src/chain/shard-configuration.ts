import {
  type ShardDescription,
  shardChildren,
  shardParent,
  shardPrefixLength,
  WHOLE_SHARD,
} from '@tonriver/chain-model';
import { ChainBuilderError } from '../chain-builder-error.ts';

/** One shard of the basechain, as in the newest masterchain block. */
export interface ShardLeaf {
  readonly shard: bigint;
  readonly description: ShardDescription;
}

/** How the next block of a shard follows the blocks that the masterchain names. */
export interface ShardStep {
  readonly shard: bigint;
  readonly kind: 'continue' | 'after_split' | 'after_merge';
  /** The shards of the previous blocks: the parent after a split, both halves after a merge. */
  readonly parents: readonly bigint[];
}

/** Limits for splits and merges: configuration parameter 12. Seconds; depths are lengths of shard prefixes. */
export interface SplitMergeRules {
  readonly minSplit: number;
  readonly maxSplit: number;
  readonly delaySeconds: number;
  readonly intervalSeconds: number;
}

/** A collator announces no split in the last seconds of its interval, so that the block is still in time. */
const SPLIT_MARGIN_SECONDS = 13;

/** Returns the leaf of a shard. @throws {ChainBuilderError} `unknown_shard` */
function findLeaf(leaves: readonly ShardLeaf[], shard: bigint): ShardLeaf {
  const leaf = leaves.find((candidate) => candidate.shard === shard);
  if (leaf === undefined) throw new ChainBuilderError('unknown_shard', 'No such shard now', { shard });
  return leaf;
}

function isMerging(leaf: ShardLeaf, leaves: readonly ShardLeaf[]): boolean {
  if (!leaf.description.beforeMerge || leaf.shard === WHOLE_SHARD) return false;
  const sibling = siblingOf(leaf.shard);
  return leaves.some(({ shard, description }) => shard === sibling && description.beforeMerge);
}

/** Returns the other half of the parent shard. */
export function siblingOf(shard: bigint): bigint {
  const [left, right] = shardChildren(shardParent(shard));
  return shard === left ? right : left;
}

/** Returns the shards of the next blocks: all shards continue, except those that must split or merge first. */
export function nextSteps(leaves: readonly ShardLeaf[]): ShardStep[] {
  return leaves.flatMap((leaf): ShardStep[] => {
    const { shard, description } = leaf;
    if (description.beforeSplit) {
      return shardChildren(shard).map((child) => ({ shard: child, kind: 'after_split', parents: [shard] }));
    }
    if (!isMerging(leaf, leaves)) return [{ shard, kind: 'continue', parents: [shard] }];
    const sibling = siblingOf(shard);
    return shard < sibling ? [{ shard: shardParent(shard), kind: 'after_merge', parents: [shard, sibling] }] : [];
  });
}

/** Tells whether a block of this shard at `now` is the last one before a split. */
export function isSplitDue(leaf: ShardLeaf, now: number): boolean {
  const plan = leaf.description.splitMergeAt;
  return plan.type === 'split' && now >= plan.utime && now + SPLIT_MARGIN_SECONDS < plan.utime + plan.interval;
}

/** Returns the catchain seqno of the validator group that makes the step's block. */
export function catchainSeqnoOf(step: ShardStep, leaves: readonly ShardLeaf[]): number {
  const seqnos = step.parents.map((parent) => findLeaf(leaves, parent).description.nextCatchainSeqno);
  return Math.max(...seqnos) + (step.kind === 'after_merge' ? 1 : 0);
}

/** Returns the shards after new tops. Their descriptions have no plans: a shard that continues keeps its plan. */
export function registerTops(leaves: readonly ShardLeaf[], tops: readonly ShardLeaf[]): ShardLeaf[] {
  const known = new Map(leaves.map((leaf) => [leaf.shard, leaf.description]));
  const steps = nextSteps(leaves);
  for (const step of steps) {
    const top = tops.find(({ shard }) => shard === step.shard);
    if (top === undefined) continue;
    if (step.kind === 'continue') {
      const splitMergeAt = known.get(step.shard)?.splitMergeAt ?? { type: 'none' };
      known.set(step.shard, { ...top.description, splitMergeAt });
    } else {
      for (const parent of step.parents) known.delete(parent);
      known.set(step.shard, top.description);
    }
  }
  return [...known]
    .map(([shard, description]) => ({ shard, description }))
    .sort((left, right) => (left.shard < right.shard ? -1 : 1));
}

/** Applies the shards' wishes in a masterchain block at `now`: sets plans, removes late ones, orders merges. */
export function updateSplitMergePlans(
  leaves: readonly ShardLeaf[],
  rules: SplitMergeRules,
  now: number,
  updateCatchain: boolean,
): ShardLeaf[] {
  // The state of a sibling before this block counts, as in the node.
  return leaves.map((leaf) => {
    const cleared = { shard: leaf.shard, description: clearPlan(leaf, leaves, now) };
    const description = planned(cleared, leaves, rules, now);
    const missedMerge = leaf.description.beforeMerge && !description.beforeMerge;
    const step = updateCatchain || missedMerge ? 1 : 0;
    return {
      shard: leaf.shard,
      description: { ...description, nextCatchainSeqno: description.nextCatchainSeqno + step },
    };
  });
}

function sibling(leaf: ShardLeaf, leaves: readonly ShardLeaf[]): ShardDescription | undefined {
  if (leaf.shard === WHOLE_SHARD) return undefined;
  const other = siblingOf(leaf.shard);
  return leaves.find(({ shard }) => shard === other)?.description;
}

function clearPlan(leaf: ShardLeaf, leaves: readonly ShardLeaf[], now: number): ShardDescription {
  const { description } = leaf;
  const plan = description.splitMergeAt;
  const other = sibling(leaf, leaves);
  const isLate = plan.type !== 'none' && now >= plan.utime + plan.interval;
  const isAlone = plan.type === 'merge' && (other === undefined || other.beforeSplit);
  if (isLate || isAlone || description.beforeSplit) {
    return { ...description, beforeMerge: false, splitMergeAt: { type: 'none' } };
  }
  return { ...description, beforeMerge: false };
}

function planned(leaf: ShardLeaf, leaves: readonly ShardLeaf[], rules: SplitMergeRules, now: number): ShardDescription {
  const { description } = leaf;
  if (description.beforeSplit) return description;
  const depth = shardPrefixLength(leaf.shard);
  const plan = description.splitMergeAt;
  const other = sibling(leaf, leaves);
  const at = { utime: now + rules.delaySeconds, interval: rules.intervalSeconds };
  if (plan.type === 'none' && (description.wantSplit || depth < rules.minSplit) && depth < rules.maxSplit) {
    return { ...description, splitMergeAt: { type: 'split', ...at } };
  }
  if (other === undefined || other.beforeSplit || depth <= rules.minSplit) return description;
  const bothWant = depth > rules.maxSplit || (description.wantMerge && other.wantMerge);
  if (plan.type === 'none' && bothWant && other.splitMergeAt.type === 'none') {
    return { ...description, splitMergeAt: { type: 'merge', ...at } };
  }
  const isDue = plan.type === 'merge' && other.splitMergeAt.type === 'merge';
  if (isDue && bothWant && now >= plan.utime && now >= other.splitMergeAt.utime) {
    return { ...description, beforeMerge: true };
  }
  return description;
}
