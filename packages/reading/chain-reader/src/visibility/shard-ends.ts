import { LRUCache } from 'lru-cache';
import { shardContainsAccount, shardFromSigned } from '@tonriver/chain-model';
import { blocksTable, columnsSql, masterchainShardsTable, pickColumns } from '@tonriver/row-schema';
import { MASTERCHAIN } from '../blocks/blocks.ts';
import type { ReadingStore } from '../store/reading-store.ts';
import { accountsCondition } from '../store/sql.ts';

/** The end of a shard: its transactions up to this logical time are in rounds up to a masterchain block. */
interface ShardEnd {
  readonly workchain: number;
  /** Unsigned. */
  readonly shard: bigint;
  readonly endLt: bigint;
}

export type ShardEnds = readonly ShardEnd[];

const shardColumns = pickColumns(masterchainShardsTable, 'mc_block_seqno', 'workchain', 'shard', 'end_lt');
const blockColumns = pickColumns(blocksTable, 'seqno', 'workchain', 'shard', 'end_lt');

/** The most cached masterchain blocks. Answers use the newest, or one just before it. */
const REMEMBERED_MAX = 16;

/** The ends of all shards, with the masterchain, in the state of a masterchain block; none if it is not stored. */
export type ReadShardEnds = (seqno: number) => Promise<ShardEnds>;

/** Does not wait for a turn, because its callers already have one. */
export function createShardEnds(store: ReadingStore): ReadShardEnds {
  const remembered = new LRUCache<string, ShardEnds>({ max: REMEMBERED_MAX });
  return async (seqno) => {
    const known = remembered.get(String(seqno));
    if (known !== undefined || seqno < 1) return known ?? [];
    const ends = await readShardEnds(store, seqno);
    if (ends.length > 0) remembered.set(String(seqno), ends);
    return ends;
  };
}

async function readShardEnds(store: ReadingStore, seqno: number): Promise<ShardEnds> {
  const [shards, masterchain] = await Promise.all([
    store.select(
      shardColumns,
      `SELECT ${columnsSql(shardColumns)} FROM masterchain_shards WHERE mc_block_seqno = ${seqno}`,
    ),
    store.select(
      blockColumns,
      `SELECT ${columnsSql(blockColumns)} FROM blocks WHERE workchain = ${MASTERCHAIN} AND seqno = ${seqno} LIMIT 1`,
    ),
  ]);
  return [...shards, ...masterchain].map(({ workchain, shard, endLt }) => ({
    workchain,
    shard: shardFromSigned(shard),
    endLt,
  }));
}

/** Tells whether a transaction of an account is certainly in a round up to the masterchain block of the ends. */
export function isBeforeEnd(
  ends: ShardEnds,
  { workchain, account, lt }: { readonly workchain: number; readonly account: Uint8Array; readonly lt: bigint },
): boolean {
  const own = ends.find((end) => end.workchain === workchain && shardContainsAccount(end.shard, account));
  return own !== undefined && lt <= own.endLt;
}

/**
 * Returns conditions for states that no block of a round has stored: from an initial state, or known as the state
 * before a block. Each condition is for accounts of shards that end at one logical time, and holds up to it: a later
 * state is of a round above the masterchain block of the ends. Accounts of a shard without an end have none.
 */
export function statesOfNoBlockConditions(
  ends: ShardEnds,
  accounts: readonly { readonly workchain: number; readonly accountHex: string }[],
): readonly string[] {
  return ends.flatMap(({ workchain, shard, endLt }) => {
    const own = accounts.filter(
      (account) =>
        account.workchain === workchain && shardContainsAccount(shard, Buffer.from(account.accountHex, 'hex')),
    );
    return own.length === 0 ? [] : [`(row_version = 0 AND lt <= ${endLt} AND ${accountsCondition(own)})`];
  });
}

/** Tells whether a transaction may be above the masterchain block of the ends; false in a shard without an end. */
export function isBeyondEnd(
  ends: ShardEnds,
  { workchain, account, lt }: { readonly workchain: number; readonly account: Uint8Array; readonly lt: bigint },
): boolean {
  const own = ends.filter((end) => end.workchain === workchain && shardContainsAccount(end.shard, account));
  return own.length > 0 && own.every(({ endLt }) => lt > endLt);
}
