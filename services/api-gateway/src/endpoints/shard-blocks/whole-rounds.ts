import {
  type BlockKey,
  blockKeyText,
  type BlockRecord,
  HoleError,
  type ShardTop,
  type VisibleRounds,
} from '@tonriver/chain-reader';
import type { AnswerReader } from '../../answers/answer-reader.ts';

/**
 * Returns the rows of all blocks of a round; undefined if the round is not visible.
 *
 * @throws {HoleError} when a row of a complete round is missing
 */
export async function readBlocksOfRound(
  reader: Pick<AnswerReader, 'blocks' | 'blocksOfRounds'>,
  visible: VisibleRounds,
  seqno: number,
): Promise<readonly BlockRecord[] | undefined> {
  if (visible.range === undefined || seqno < 1 || seqno > visible.range.lastSeqno) return undefined;
  // Of a round before the range, single blocks may be stored.
  const blocks = seqno < visible.range.firstSeqno ? undefined : await reader.blocksOfRounds.read(seqno);
  if (blocks !== undefined) return blocks;
  // Row by row, to tell a round that is not indexed from one of which a row is missing.
  const keys = await readRound(reader, visible, seqno);
  return keys === undefined ? undefined : await readBlocks(reader, keys);
}

/**
 * Returns all blocks of a round; undefined if the round is not visible: neither in the contiguous range nor an older
 * complete one.
 *
 * @throws {HoleError} when a block of a complete round is missing
 */
export async function readRound(
  { blocks }: Pick<AnswerReader, 'blocks'>,
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

/** Returns the rows of blocks in a complete round. @throws {HoleError} when one is missing, or has no round */
export async function readBlocks(
  { blocks }: Pick<AnswerReader, 'blocks'>,
  keys: readonly BlockKey[],
): Promise<readonly BlockRecord[]> {
  const rows = await blocks.byKey.getMany(keys.map(blockKeyText));
  return rows.map((row, index) => {
    if (row?.finality === 'finalized') return row;
    throw new HoleError({ table: 'blocks', requiredBy: 'round_blocks', key: blockKeyText(keys[index] as BlockKey) });
  });
}

/**
 * Returns the newest block of every shard in the state of a masterchain block. Leaves out shards that are still at
 * their zero state, which is not a block, and blocks before the indexed range.
 *
 * @throws {HoleError} when a shard is missing, or a block of the range
 */
export async function readShardTops(
  { blocks, requiredRows }: Pick<AnswerReader, 'blocks' | 'requiredRows'>,
  visible: VisibleRounds,
  seqno: number,
): Promise<readonly BlockRecord[]> {
  const tops = (await blocks.shardTops.get(String(seqno))) ?? [];
  if (!areWhole(tops)) throw new HoleError({ table: 'masterchain_shards', requiredBy: 'blocks', key: String(seqno) });
  const wanted = tops.filter((top) => top.seqno > 0);
  const rows = await blocks.byKey.getMany(wanted.map(blockKeyText));
  const missing = wanted.filter((_top, index) => rows[index]?.finality !== 'finalized');
  await requiredRows.checkMissing('blocks', 'masterchain_shards', missing.map(lastMomentOf), visible);
  return rows.filter((row) => row !== undefined);
}

/** Returns the end of a block as the key of a transaction of the first account in its shard. */
function lastMomentOf({ workchain, shard, endLt }: ShardTop) {
  const account = Buffer.alloc(32);
  const prefix = BigInt.asUintN(64, shard);
  account.writeBigUInt64BE(prefix - (prefix & -prefix));
  return { workchain, account, lt: endLt };
}

/** Tells whether the shards of every workchain cover it exactly once. The lowest bit of a shard gives its size. */
function areWhole(tops: readonly ShardTop[]): boolean {
  const covered = new Map<number, bigint>();
  for (const { workchain, shard } of tops) {
    const prefix = BigInt.asUintN(64, shard);
    covered.set(workchain, (covered.get(workchain) ?? 0n) + 2n * (prefix & -prefix));
  }
  return covered.size > 0 && [...covered.values()].every((size) => size === 2n ** 64n);
}
