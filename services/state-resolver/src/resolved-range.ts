import type { CellStore } from '@tonriver/cell-store';
import {
  shardChildren,
  shardContains,
  shardFromHex,
  shardPrefixBitsMax,
  shardPrefixLength,
} from '@tonriver/chain-model';

/** The whole state of one shard after its newest block, held in the store. */
export interface ShardTopState {
  readonly workchain: number;
  /** 16 upper-case hex digits. */
  readonly shard: string;
  readonly seqno: number;
  /** Hash of the state, hex. */
  readonly hash: string;
}

/** A contiguous run of rounds that were resolved one after the other. Lies in the store as JSON. */
export interface ResolvedRange {
  first: number;
  last: number;
  /** Every account of the network is known: all states were, from the first round on. */
  isComplete: boolean;
  /** States that later blocks may start from. */
  tops: ShardTopState[];
  /** The masterchain's libraries after `last`, hex; null for none, undefined when they are not known. */
  libraries?: string | null;
  /** Under whose names accounts are recorded, newest first: ranges that have grown together keep both. */
  lineage: number[];
  /** Absent in ranges of a program that did not yet write down what it did with each block. */
  hasRecords?: true;
}

const prefix = 'range/';

/** A range before its first round. */
export function newResolvedRange(first: number): ResolvedRange {
  return { first, last: first - 1, isComplete: true, tops: [], lineage: [first], hasRecords: true };
}

export function loadRanges(store: CellStore): ResolvedRange[] {
  const ranges = [...store.recordsUnder(prefix)].map(
    ([, value]) => JSON.parse(Buffer.from(value).toString('utf8')) as ResolvedRange,
  );
  return ranges.filter(({ first }) => first !== PARTIAL).toSorted((left, right) => left.first - right.first);
}

/**
 * What partial blocks go on from: not a range of rounds, but it has states and recorded accounts as one has. Rounds
 * begin with 1, so 0 is free for it.
 */
export function loadPartialRange(store: CellStore): ResolvedRange {
  const value = store.record(keyOf(PARTIAL));
  if (value !== undefined) return JSON.parse(Buffer.from(value).toString('utf8')) as ResolvedRange;
  return { ...newResolvedRange(PARTIAL), isComplete: false };
}

/** The range of blocks without a round. */
export const PARTIAL = 0;

export function saveRange(store: CellStore, range: ResolvedRange): void {
  store.putRecord(keyOf(range.first), Buffer.from(JSON.stringify(range)));
}

export function forgetRange(store: CellStore, range: ResolvedRange): void {
  store.removeRecord(keyOf(range.first));
}

function keyOf(first: number): string {
  return `${prefix}${String(first).padStart(10, '0')}`;
}

export function findTop(
  range: ResolvedRange,
  place: { readonly workchain: number; readonly shard: string; readonly seqno: number },
): ShardTopState | undefined {
  return range.tops.find(
    ({ workchain, shard, seqno }) => workchain === place.workchain && shard === place.shard && seqno === place.seqno,
  );
}

/**
 * Puts a state at the top of its shard. The states that nothing can start from any more are let go: those of the same
 * shard and of shards inside it (a merge), and a parent's once newer states of both of its halves are there (a split).
 */
export function putTop(store: CellStore, range: ResolvedRange, top: ShardTopState): void {
  const kept: ShardTopState[] = [];
  const own = shardFromHex(top.shard);
  const others = range.tops.filter(({ workchain }) => workchain === top.workchain);
  const newer = [...others.filter((other) => other.shard !== top.shard), top];
  for (const other of range.tops) {
    const isReplaced =
      other.workchain === top.workchain &&
      (shardContains(own, shardFromHex(other.shard)) || isCovered(shardFromHex(other.shard), newer, other));
    if (isReplaced) store.release(Buffer.from(other.hash, 'hex'));
    else kept.push(other);
  }
  range.tops = [...kept, top];
}

/** Lets go of the states of every shard that has accounts in common with this one: a block began from another state. */
export function dropTops(store: CellStore, range: ResolvedRange, workchain: number, shard: string): void {
  const own = shardFromHex(shard);
  const isAffected = (top: ShardTopState): boolean => {
    const other = shardFromHex(top.shard);
    return top.workchain === workchain && (shardContains(own, other) || shardContains(other, own));
  };
  for (const top of range.tops.filter(isAffected)) store.release(Buffer.from(top.hash, 'hex'));
  range.tops = range.tops.filter((top) => !isAffected(top));
}

/** Whether every account of the shard lies in a smaller shard of its own. */
function isCovered(shard: bigint, tops: readonly ShardTopState[], except: ShardTopState): boolean {
  const inner = tops
    .filter((top) => top !== except && top.shard !== except.shard)
    .map((top) => shardFromHex(top.shard))
    .filter((other) => shardContains(shard, other));
  return covers(shard, inner);
}

/** Recursion is bounded by the longest shard prefix, and goes only where a smaller shard lies. */
function covers(shard: bigint, inner: readonly bigint[]): boolean {
  if (inner.includes(shard)) return true;
  const below = inner.filter((other) => shardContains(shard, other));
  if (below.length === 0 || shardPrefixLength(shard) >= shardPrefixBitsMax) return false;
  return shardChildren(shard).every((child) => covers(child, below));
}
