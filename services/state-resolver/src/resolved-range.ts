import type { CellStore } from '@tonriver/cell-store';
import {
  shardChildren,
  shardContains,
  shardFromHex,
  shardPrefixBitsMax,
  shardPrefixLength,
} from '@tonriver/chain-model';

/** The whole state of a shard after its newest block. The store holds it. */
export interface ShardTopState {
  readonly workchain: number;
  /** 16 upper-case hex digits. */
  readonly shard: string;
  readonly seqno: number;
  /** Hash of the state, hex. */
  readonly hash: string;
}

/** A contiguous run of resolved rounds. Kept in the store as JSON. */
export interface ResolvedRange {
  first: number;
  last: number;
  /** Whether every account of the network is known: all states were, from the first round on. */
  isComplete: boolean;
  /** States that later blocks may start from. */
  tops: ShardTopState[];
  /** The masterchain's libraries after `last`, hex; null for none, undefined when they are not known. */
  libraries?: string | null;
  /** The first rounds under which accounts are recorded, newest first: joined ranges keep both. */
  lineage: number[];
  /** Absent in ranges of a program that did not yet record what it wrote for each block. */
  hasRecords?: true;
}

const prefix = 'range/';

/** Returns a range before its first round. */
export function newResolvedRange(first: number): ResolvedRange {
  return { first, last: first - 1, isComplete: true, tops: [], lineage: [first], hasRecords: true };
}

export function loadRanges(store: CellStore): ResolvedRange[] {
  const ranges = [...store.recordsUnder(prefix)].map(
    ([, value]) => JSON.parse(Buffer.from(value).toString('utf8')) as ResolvedRange,
  );
  return ranges.filter(({ first }) => first !== PARTIAL_RANGE).toSorted((left, right) => left.first - right.first);
}

/** Loads the states and recorded accounts that partial blocks continue. They are kept as a range, without rounds. */
export function loadPartialRange(store: CellStore): ResolvedRange {
  const value = store.record(keyOf(PARTIAL_RANGE));
  if (value !== undefined) return JSON.parse(Buffer.from(value).toString('utf8')) as ResolvedRange;
  return { ...newResolvedRange(PARTIAL_RANGE), isComplete: false };
}

/** The key of the range of partial blocks. Rounds begin with 1, so 0 is free. */
export const PARTIAL_RANGE = 0;

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
 * Puts a state at the top of its shard. Releases the states that no block can start from any more: those of the same
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
      (shardContains(own, shardFromHex(other.shard)) || isReplacedByInner(shardFromHex(other.shard), newer, other));
    if (isReplaced) store.release(Buffer.from(other.hash, 'hex'));
    else kept.push(other);
  }
  range.tops = [...kept, top];
}

/** Releases the states of every shard that has accounts in common with this one: a block started from another state. */
export function dropTops(store: CellStore, range: ResolvedRange, workchain: number, shard: string): void {
  const own = shardFromHex(shard);
  const isAffected = (top: ShardTopState): boolean => {
    const other = shardFromHex(top.shard);
    return top.workchain === workchain && (shardContains(own, other) || shardContains(other, own));
  };
  for (const top of range.tops.filter(isAffected)) store.release(Buffer.from(top.hash, 'hex'));
  range.tops = range.tops.filter((top) => !isAffected(top));
}

/** Whether every account of the shard lies in the state of a smaller shard. */
function isReplacedByInner(shard: bigint, tops: readonly ShardTopState[], except: ShardTopState): boolean {
  const inner = tops
    .filter((top) => top !== except && top.shard !== except.shard)
    .map((top) => shardFromHex(top.shard))
    .filter((other) => shardContains(shard, other));
  return makeUp(inner, shard);
}

/**
 * Whether the inner shards together make up the shard. Recursion is bounded by the longest shard prefix, and goes only
 * where an inner shard lies.
 */
function makeUp(inner: readonly bigint[], shard: bigint): boolean {
  if (inner.includes(shard)) return true;
  const below = inner.filter((other) => shardContains(shard, other));
  if (below.length === 0 || shardPrefixLength(shard) >= shardPrefixBitsMax) return false;
  return shardChildren(shard).every((child) => makeUp(below, child));
}
