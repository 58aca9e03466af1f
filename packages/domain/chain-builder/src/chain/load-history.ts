import { isAtLeast, type LoadClass } from './block-load.ts';

/** One bit for each of the last 64 blocks of a shard, the newest lowest. */
export interface LoadHistories {
  readonly overload: bigint;
  readonly underload: bigint;
}

/** Wishes of a shard. */
export interface ShardWishes {
  readonly wantSplit: boolean;
  readonly wantMerge: boolean;
}

/** Queues of more messages are not split, because a split visits all of them. */
const splitQueueMax = 100_000;
/** Queues of more messages are not merged. */
const mergeQueueMax = 2047;
/** With so many messages in its queue a shard counts as overloaded. */
const fullQueueMin = 4096;

/** Returns the histories after a block by its load, as the node's collator keeps them. */
export function historiesByLoad(before: LoadHistories, load: LoadClass, queueSize: number): LoadHistories {
  const isFullQueue = queueSize >= fullQueueMin;
  const isOverloaded = (isAtLeast(load, 'soft') || isFullQueue) && queueSize <= splitQueueMax;
  const isUnderloaded = load === 'underload' && queueSize <= mergeQueueMax;
  return shifted(before, isOverloaded, isUnderloaded);
}

/** Returns the histories after a block whose wishes are planned. */
export function historiesByWishes(before: LoadHistories, { wantSplit, wantMerge }: ShardWishes): LoadHistories {
  return shifted(before, wantSplit, wantMerge);
}

/** Returns what a shard wants after these histories, by the node's rule: to split rather than to merge. */
export function wishesByLoad({ overload, underload }: LoadHistories): ShardWishes {
  const wantSplit = isHeavy(overload);
  return { wantSplit, wantMerge: !wantSplit && isHeavy(underload) };
}

function shifted({ overload, underload }: LoadHistories, isOverloaded: boolean, isUnderloaded: boolean): LoadHistories {
  const shift = (history: bigint, isSet: boolean) => BigInt.asUintN(64, (history << 1n) | (isSet ? 1n : 0n));
  return { overload: shift(overload, isOverloaded), underload: shift(underload, isUnderloaded) };
}

/** The newest 16 blocks count three times, the next 16 twice, the next 16 once. Two thirds of all that are heavy. */
function isHeavy(history: bigint): boolean {
  const count = (from: bigint) => countBits((history >> from) & 0xffffn);
  return count(0n) * 3 + count(16n) * 2 + count(32n) >= 64;
}

function countBits(bits: bigint): number {
  let count = 0;
  for (let rest = bits; rest > 0n; rest >>= 1n) count += Number(rest & 1n);
  return count;
}
