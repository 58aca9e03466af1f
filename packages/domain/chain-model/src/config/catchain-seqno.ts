import { shardChildren, shardContains } from '../block/shard-id.ts';
import type { ShardTop } from '../block/shard-hashes.ts';
import type { ShardIdent } from '../block/shard-ident.ts';

/**
 * True when a catchain session ends with a block: its second lies in a later period of `lifetime` seconds (counted
 * from 1970) than that of the block before. The masterchain's catchain seqno (`gen_catchain_seqno` of the *next* block)
 * then increases by one, and also when a key block changes the current validators. `lifetime` is
 * `mcCatchainLifetime` of parameter 28; for shards `shardCatchainLifetime`.
 */
export function isCatchainPeriodOver({
  previousUtime,
  utime,
  lifetime,
}: {
  readonly previousUtime: number;
  readonly utime: number;
  readonly lifetime: number;
}): boolean {
  return Math.floor(utime / lifetime) > Math.floor(previousUtime / lifetime);
}

/**
 * `gen_catchain_seqno` of a shard block made under a masterchain block that names these shard tops; null when none of
 * them can be its predecessor.
 *
 * - The shard itself or, for the first blocks after a split, the shard it was split from is there: its
 *   `nextCatchainSeqno`.
 * - Both its children are there, for the first block after a merge: the larger of theirs plus one.
 */
export function shardCatchainSeqno(tops: readonly ShardTop[], { workchain, shard }: ShardIdent): number | null {
  const inWorkchain = tops.filter((top) => top.workchain === workchain);
  const before = inWorkchain.find((top) => shardContains(top.shard, shard));
  if (before !== undefined) return before.description.nextCatchainSeqno;
  const [left, right] = shardChildren(shard).map((child) => inWorkchain.find((top) => top.shard === child));
  if (left === undefined || right === undefined) return null;
  return Math.max(left.description.nextCatchainSeqno, right.description.nextCatchainSeqno) + 1;
}
