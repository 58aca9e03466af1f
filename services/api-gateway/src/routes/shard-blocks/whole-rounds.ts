import type { BlockRow } from '@tonriver/row-schema';
import { type BlockKey, blockKeyText, type ShardTop } from '../../reading/blocks.ts';
import type { ChainReader } from '../../reading/chain-reader.ts';
import { HoleError } from '../../reading/holes.ts';
import type { VisibleRounds } from '../../reading/required-rows.ts';

/**
 * The blocks of a round, all of them; `undefined` when the round may not be shown: it is neither in the contiguous
 * range nor in an older one that was found complete too.
 *
 * @throws {HoleError} when the round is known to be complete and is not
 */
export async function readRound(
  { blocks }: Pick<ChainReader, 'blocks'>,
  { range }: VisibleRounds,
  seqno: number,
): Promise<readonly BlockKey[] | undefined> {
  if (range === undefined || seqno < 1 || seqno > range.lastSeqno) return undefined;
  const [round, keys = []] = await Promise.all([blocks.rounds.get(String(seqno)), blocks.ofRound.get(String(seqno))]);
  if (round === undefined && seqno < range.firstSeqno) return undefined;
  if (round === undefined) throw new HoleError({ table: 'rounds', requiredBy: 'watermarks', key: String(seqno) });
  if (keys.length === round.blockCount) return keys;
  throw new HoleError({ table: 'round_blocks', requiredBy: 'rounds', key: String(seqno) });
}

/** Rows of blocks that are in a complete round. @throws {HoleError} when one is missing, or does not know its round */
export async function readBlocks(
  { blocks }: Pick<ChainReader, 'blocks'>,
  keys: readonly BlockKey[],
): Promise<readonly BlockRow[]> {
  const rows = await blocks.byKey.getMany(keys.map(blockKeyText));
  return rows.map((row, index) => {
    if (row !== undefined && row.mcBlockSeqno !== null) return row;
    throw new HoleError({ table: 'blocks', requiredBy: 'round_blocks', key: blockKeyText(keys[index] as BlockKey) });
  });
}

/**
 * The newest block of every shard in the state of a masterchain block. Left out are shards that are still at their zero
 * state, which is no block, and blocks from before the indexed range.
 *
 * @throws {HoleError} when a shard is missing, or a block of the range
 */
export async function readShardTops(
  { blocks, requiredRows }: Pick<ChainReader, 'blocks' | 'requiredRows'>,
  visible: VisibleRounds,
  seqno: number,
): Promise<readonly BlockRow[]> {
  const tops = (await blocks.shardTops.get(String(seqno))) ?? [];
  if (!areWhole(tops)) throw new HoleError({ table: 'masterchain_shards', requiredBy: 'blocks', key: String(seqno) });
  const wanted = tops.filter((top) => top.seqno > 0);
  const rows = await blocks.byKey.getMany(wanted.map(blockKeyText));
  const isPlaced = (row: BlockRow | undefined): boolean => row !== undefined && row.mcBlockSeqno !== null;
  const missing = wanted.filter((_top, index) => !isPlaced(rows[index]));
  await requiredRows.checkMissing('blocks', 'masterchain_shards', missing.map(lastMomentOf), visible);
  return rows.filter((row) => row !== undefined);
}

/** The end of a block as a transaction would have it, of the first account of its shard. */
function lastMomentOf({ workchain, shard, endLt }: ShardTop) {
  const account = Buffer.alloc(32);
  const prefix = BigInt.asUintN(64, shard);
  account.writeBigUInt64BE(prefix - (prefix & -prefix));
  return { workchain, account, lt: endLt };
}

/** Whether the shards of every workchain cover it, once. A shard's lowest bit tells its size. */
function areWhole(tops: readonly ShardTop[]): boolean {
  const covered = new Map<number, bigint>();
  for (const { workchain, shard } of tops) {
    const prefix = BigInt.asUintN(64, shard);
    covered.set(workchain, (covered.get(workchain) ?? 0n) + 2n * (prefix & -prefix));
  }
  return covered.size > 0 && [...covered.values()].every((size) => size === 2n ** 64n);
}
