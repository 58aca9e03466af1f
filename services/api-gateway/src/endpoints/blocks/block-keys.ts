import { blocksByFileHash, blocksTable, columnsSql, pickColumns } from '@tonriver/row-schema';
import { type BlockKey, bytesLiteral } from '@tonriver/chain-reader';
import type { AnswerReader } from '../../answers/answer-reader.ts';

/** The identity of a block, by which its row is read. */
export const keyColumns = pickColumns(blocksTable, 'workchain', 'shard', 'seqno');

/** What the projections of `blocks` are ordered by. */
const hashSql = { root_hash: 'root_hash', file_hash: blocksByFileHash } as const;

/** Returns the blocks with a hash: at most one, but a file hash of zeros stands for those that are not known. */
export async function keysByHash(
  { stores }: Pick<AnswerReader, 'stores'>,
  name: keyof typeof hashSql,
  hash: Uint8Array,
): Promise<readonly BlockKey[]> {
  if (hash.every((byte) => byte === 0)) return [];
  return await stores.gated.select(
    keyColumns,
    `SELECT DISTINCT ${columnsSql(keyColumns)} FROM blocks WHERE ${hashSql[name]} = ${bytesLiteral(hash)}`,
  );
}

/**
 * Returns the blocks of a seqno: one for each shard that had such a block. The sort key begins with the shards, which
 * are few, so the engine finds a seqno in each of them without reading the rest.
 */
export async function keysBySeqno(
  { stores }: Pick<AnswerReader, 'stores'>,
  seqno: number,
  { workchain, shard }: { readonly workchain: number | undefined; readonly shard: bigint | undefined },
): Promise<readonly BlockKey[]> {
  if (seqno < 0) return [];
  return await stores.gated.select(
    keyColumns,
    `SELECT DISTINCT ${columnsSql(keyColumns)} FROM blocks
     WHERE ${[`seqno = ${seqno}`, ...shardConditions({ workchain, shard })].join(' AND ')}`,
  );
}

/** Returns the conditions for workchain and shard, as far as they are given. */
export function shardConditions({
  workchain,
  shard,
}: {
  readonly workchain?: number | undefined;
  readonly shard?: bigint | undefined;
}): readonly string[] {
  return [
    ...(workchain === undefined ? [] : [`workchain = ${workchain}`]),
    ...(shard === undefined ? [] : [`shard = toInt64('${shard}')`]),
  ];
}
