import { hashParameterV2, int32ParameterV2, int64Parameter } from '@tonriver/api-model';
import { z } from 'zod';
import { blockKeyText, type BlockRecord, hexOf, isVisible } from '@tonriver/chain-reader';
import type { Dialect } from '../../dialects/dialect.ts';
import type { IndexedExamples } from '../../documentation/indexed-examples.ts';
import { notIndexed, positiveSeqno, rangeOf } from '../accounts-v2/at-round.ts';
import type { ReadingContext } from '../endpoint-definition.ts';

/** One block of a request. */
export interface BlockRequest {
  readonly workchain: number;
  /** Signed. */
  readonly shard: bigint;
  readonly seqno: number;
  /** Both hashes, upper-case hexadecimal; undefined if not both are given. */
  readonly hashes: { readonly rootHex: string; readonly fileHex: string } | undefined;
}

/** The parameters of endpoints about one block. */
export const blockParameters = z.object({
  workchain: int32ParameterV2('Workchain of the block'),
  shard: int64Parameter('Shard of the block, signed decimal'),
  seqno: int32ParameterV2('Seqno of the block', { minimum: 1 }),
  root_hash: hashParameterV2('Hash of the root cell of the block; together with file_hash').optional(),
  file_hash: hashParameterV2('Hash of its file').optional(),
});

/** What the deployed service calls them when they are wrong: it does not know the shard by its own name. */
export const blockToldAs = { shard: 'workchain', root_hash: 'root_hash', file_hash: 'file_hash' } as const;

export function readBlockRequest(
  { workchain, shard, seqno, root_hash: root, file_hash: file }: z.output<typeof blockParameters>,
  dialect: Dialect,
): BlockRequest {
  const isGiven = root !== undefined && root.length > 0 && file !== undefined && file.length > 0;
  const hashes = isGiven ? { rootHex: hexOf(root), fileHex: hexOf(file) } : undefined;
  return { workchain, shard, seqno: positiveSeqno(seqno, dialect), hashes };
}

export const blockExample = (indexed: IndexedExamples | undefined) => ({
  workchain: -1,
  shard: '-9223372036854775808',
  seqno: indexed?.seqno ?? 1,
});

/**
 * Reads the block of a request, if its round is visible.
 *
 * @throws {GatewayError} when it is not indexed, or has other hashes, with the node's words in the deployed dialect
 */
export async function readBlockOfRequest(
  { reader, visibility, dialect }: ReadingContext,
  { hashes, ...key }: BlockRequest,
): Promise<BlockRecord & { readonly mcBlockSeqno: number }> {
  rangeOf(visibility);
  const block = await reader.blocks.byKey.get(blockKeyText(key));
  if (block?.finality !== 'finalized' || !isVisible(block, visibility.indexedSeqno)) throw notIndexed(dialect);
  const { rootHash, fileHash } = block;
  const isOther = hashes !== undefined && hexOf(rootHash) !== hashes.rootHex;
  const isOtherFile = hashes !== undefined && fileHash !== null && hexOf(fileHash) !== hashes.fileHex;
  if (isOther || isOtherFile) throw notIndexed(dialect);
  return block;
}
