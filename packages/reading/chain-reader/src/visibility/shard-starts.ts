import { LRUCache } from 'lru-cache';
import { shardContainsAccount, shardFromSigned } from '@tonriver/chain-model';
import { blocksTable, columnsSql, masterchainShardsTable, pickColumns, roundBlocksTable } from '@tonriver/row-schema';
import { blockKeyText } from '../blocks/blocks.ts';
import { HoleError } from './holes.ts';
import type { ReadingStore } from '../store/reading-store.ts';
import { blockKeysCondition } from '../store/sql.ts';

/** The start of a shard: its transactions from this logical time on are in the first round of a range or later. */
interface ShardStart {
  readonly workchain: number;
  /** Unsigned. */
  readonly shard: bigint;
  readonly startLt: bigint;
}

export type ShardStarts = readonly ShardStart[];

const roundColumns = pickColumns(roundBlocksTable, 'workchain', 'shard', 'seqno');
const blockColumns = pickColumns(blocksTable, 'workchain', 'shard', 'seqno', 'start_lt');
const topColumns = pickColumns(masterchainShardsTable, 'workchain', 'shard', 'seqno', 'end_lt');

const REMEMBERED_MAX = 16;

/** The starts of all shards in the first round of a range. @throws {HoleError} when that round is incomplete */
export type ReadShardStarts = (firstSeqno: number) => Promise<ShardStarts>;

/** Does not wait for a turn, because its callers already have one. */
export function createShardStarts(store: ReadingStore): ReadShardStarts {
  const remembered = new LRUCache<string, ShardStarts>({ max: REMEMBERED_MAX });
  return async (firstSeqno) => {
    const known = remembered.get(String(firstSeqno));
    if (known !== undefined) return known;
    const starts = await readShardStarts(store, firstSeqno);
    remembered.set(String(firstSeqno), starts);
    return starts;
  };
}

async function readShardStarts(store: ReadingStore, firstSeqno: number): Promise<ShardStarts> {
  const inRound = await store.select(
    roundColumns,
    `SELECT DISTINCT ${columnsSql(roundColumns)} FROM round_blocks WHERE mc_block_seqno = ${firstSeqno}`,
  );
  const missing = new HoleError({ table: 'round_blocks', requiredBy: 'watermarks', key: String(firstSeqno) });
  if (inRound.length === 0) throw missing;
  const blocks = await store.select(
    blockColumns,
    `SELECT DISTINCT ${columnsSql(blockColumns)} FROM blocks WHERE ${blockKeysCondition(inRound)}`,
  );
  if (blocks.length < inRound.length) {
    throw new HoleError({ table: 'blocks', requiredBy: 'round_blocks', key: String(firstSeqno) });
  }
  const tops = await store.select(
    topColumns,
    `SELECT DISTINCT ${columnsSql(topColumns)} FROM masterchain_shards WHERE mc_block_seqno = ${firstSeqno}`,
  );
  // The newest block of a shard may be of an earlier round. What comes after it is in a later round.
  const known = new Set(inRound.map(blockKeyText));
  const older = tops.filter((top) => !known.has(blockKeyText(top)));
  return [
    ...blocks.map(({ workchain, shard, startLt }) => ({ workchain, shard: shardFromSigned(shard), startLt })),
    ...older.map(({ workchain, shard, endLt }) => ({ workchain, shard: shardFromSigned(shard), startLt: endLt + 1n })),
  ];
}

/** Tells whether a transaction of an account comes after the start of its shard. */
export function isAfterStart(
  starts: ShardStarts,
  { workchain, account, lt }: { readonly workchain: number; readonly account: Uint8Array; readonly lt: bigint },
): boolean {
  const own = starts.filter((start) => start.workchain === workchain && shardContainsAccount(start.shard, account));
  return own.length === 0 || own.some(({ startLt }) => lt >= startLt);
}
