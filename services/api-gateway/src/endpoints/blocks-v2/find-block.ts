import { columnsSql, pickColumns, roundBlocksTable } from '@tonriver/row-schema';
import { shardFromSigned } from '@tonriver/chain-model';
import { type BlockKey, blockKeyText, type BlockRecord, HoleError, isVisible } from '@tonriver/chain-reader';
import { notIndexed, rangeOf } from '../accounts-v2/at-round.ts';
import type { ReadingContext } from '../endpoint-definition.ts';
import { firstRoundWhere } from '../find-transactions/round-ends.ts';

/** What a block is looked up by. */
export type BlockMark =
  | { readonly kind: 'seqno'; readonly seqno: number }
  | { readonly kind: 'lt'; readonly lt: bigint }
  | { readonly kind: 'unixtime'; readonly time: number };

export interface BlockSought {
  readonly workchain: number;
  /** Signed. */
  readonly shard: bigint;
  readonly mark: BlockMark;
}

const roundColumns = pickColumns(roundBlocksTable, 'mc_block_seqno', 'workchain', 'shard', 'seqno');

/** A shard has at most this many bits of its prefix. */
const SHARD_DEPTH_MAX = 60n;

/** Rounds in which a block of the shard is looked for; more each time that there is none. */
const [ROUNDS_FIRST, ROUNDS_GROWTH, ROUNDS_MAX] = [8, 8, 4_096];

/**
 * Finds a block as a node does: in the shard that was asked for, or in the one that has its place after splits and
 * merges (the one with the account whose address begins with the number of the shard).
 *
 * - seqno: the block with it
 * - lt: the first block that ends at this logical time or later
 * - unixtime: the first block that was made at this time or later
 *
 * Access path: `blocks` by key; for a time the first round by steps through `rounds`, then the blocks of it and of the
 * next ones (`round_blocks`).
 *
 * @throws {GatewayError} when it is not indexed, with the node's words in the deployed dialect
 */
export async function findBlock(context: ReadingContext, sought: BlockSought): Promise<BlockRecord> {
  const { visibility, dialect } = context;
  rangeOf(visibility);
  const { mark } = sought;
  const block =
    mark.kind === 'seqno' ? await bySeqno(context, sought, mark.seqno) : await byTime(context, sought, mark);
  if (block === undefined) throw notIndexed(dialect, NAMES[mark.kind]);
  return block;
}

/** What the node says is not in its database. */
const NAMES = { seqno: 'seqno', lt: 'lt', unixtime: 'ts' } as const;

async function bySeqno(
  context: ReadingContext,
  { workchain, shard }: BlockSought,
  seqno: number,
): Promise<BlockRecord | undefined> {
  const keys = shardsAround(shard).map((around) => ({ workchain, shard: around, seqno }));
  const rows = await context.reader.blocks.byKey.getMany(keys.map(blockKeyText));
  return rows.find((row) => row?.finality === 'finalized' && isVisible(row, context.visibility.indexedSeqno));
}

async function byTime(
  context: ReadingContext,
  sought: BlockSought,
  mark: Exclude<BlockMark, { kind: 'seqno' }>,
): Promise<BlockRecord | undefined> {
  const { reader, visibility } = context;
  const range = rangeOf(visibility);
  const isReached = ({ endLt, genUtime }: { readonly endLt: bigint; readonly genUtime: number }): boolean =>
    mark.kind === 'lt' ? endLt >= mark.lt : genUtime >= mark.time;
  // No block is later than the masterchain block of its round.
  const first = await firstRoundWhere(reader, range, isReached);
  if (first === undefined) return undefined;
  for (let [from, count] = [first.seqno, ROUNDS_FIRST]; from <= range.lastSeqno && count <= ROUNDS_MAX; ) {
    const to = Math.min(from + count - 1, range.lastSeqno);
    const rows = await readBlocks(context, await keysOfRounds(context, sought, { from, to }));
    const found = rows.filter(isReached).toSorted((left, right) => (left.endLt < right.endLt ? -1 : 1))[0];
    if (found !== undefined) return isFirst(found, mark, { first: first.seqno, range }) ? found : undefined;
    [from, count] = [to + 1, count * ROUNDS_GROWTH];
  }
  return undefined;
}

/** Tells whether no block from before the indexed range can be the first one. */
function isFirst(
  { startLt, genUtime }: BlockRecord,
  mark: Exclude<BlockMark, { kind: 'seqno' }>,
  { first, range }: { readonly first: number; readonly range: { readonly firstSeqno: number } },
): boolean {
  // The round before the first one is indexed and ends too early, or there is none.
  if (first > range.firstSeqno || range.firstSeqno === 1) return true;
  return mark.kind === 'lt' ? startLt <= mark.lt : genUtime === mark.time;
}

async function keysOfRounds(
  { reader }: ReadingContext,
  { workchain, shard }: BlockSought,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<readonly BlockKey[]> {
  const shards = shardsAround(shard).map((around) => `toInt64('${around}')`);
  const rows = await reader.stores.gated.select(
    roundColumns,
    `SELECT DISTINCT ${columnsSql(roundColumns)} FROM round_blocks
     WHERE mc_block_seqno >= ${from} AND mc_block_seqno <= ${to}
       AND workchain = ${workchain} AND shard IN (${shards.join(', ')})`,
  );
  return rows;
}

async function readBlocks({ reader }: ReadingContext, keys: readonly BlockKey[]): Promise<readonly BlockRecord[]> {
  const rows = await reader.blocks.byKey.getMany(keys.map(blockKeyText));
  return rows.map((row, index) => {
    if (row?.finality === 'finalized') return row;
    throw new HoleError({ table: 'blocks', requiredBy: 'round_blocks', key: blockKeyText(keys[index]!) });
  });
}

/** Returns the shards, signed, that have the account whose address begins with the number of a shard. */
function shardsAround(shard: bigint): readonly bigint[] {
  const place = shardFromSigned(shard);
  return Array.from({ length: Number(SHARD_DEPTH_MAX) + 1 }, (_, depth) => {
    const bit = 1n << (63n - BigInt(depth));
    return BigInt.asIntN(64, (place & ~((bit << 1n) - 1n)) | bit);
  });
}
