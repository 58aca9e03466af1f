import { type BlockKey, blockKeyText, type BlockRecord, isInRange, type VisibleRounds } from '@tonriver/chain-reader';
import { readBlocksOfRound } from '../shard-blocks/whole-rounds.ts';
import type { Refuse } from '../../dialects/refuse.ts';
import { blocksByTime } from './blocks-by-time.ts';
import { keysByHash, keysBySeqno } from './block-keys.ts';
import { checkRoundsOfPage } from './check-rounds.ts';
import { compareBlocks, matchesBlock } from './matches.ts';
import type { BlocksRequest } from './query.ts';
import type { AnswerReader } from '../../answers/answer-reader.ts';

/**
 * Returns the blocks of one page. The first of these that is given leads to the blocks, the other filters are tried on
 * them:
 *
 * - `mc_seqno`: the blocks of the round (`blocks_of_rounds`; before the range, where a round may not be whole, `round_blocks`)
 * - `root_hash`, `file_hash`: the keys by hash (projections of `blocks`), then the rows
 * - `seqno`: with workchain and shard the key itself; otherwise one key for each shard that had such a block
 * - nothing of these: spans of generation time (`blocksByTime`), which apply all that is left
 *
 * @throws {GatewayError} as `blocksByTime` does
 * @throws {HoleError} when a block of a round is missing that a page has to have
 */
export async function findBlocks(
  reader: AnswerReader,
  request: BlocksRequest,
  visible: VisibleRounds,
  refuse: Refuse,
): Promise<readonly BlockRecord[]> {
  const candidates = await namedBlocks(reader, request, visible);
  if (candidates === undefined) {
    const keys = await blocksByTime(reader, request, visible.indexedSeqno, refuse);
    const rows = await rowsOf(reader, keys);
    await checkRoundsOfPage(reader, rows, request, visible);
    return rows;
  }
  const { limit, offset } = request.page;
  return candidates
    .filter((row) => matchesBlock(row, request.filters, visible.indexedSeqno))
    .toSorted(compareBlocks(request.order))
    .slice(offset, offset + limit);
}

/** Returns the few blocks that a filter names; undefined if there is no such filter. */
async function namedBlocks(
  reader: AnswerReader,
  { filters }: BlocksRequest,
  visible: VisibleRounds,
): Promise<readonly BlockRecord[] | undefined> {
  const { workchain, shard, seqno, root_hash: rootHash, file_hash: fileHash, mc_seqno: mcSeqno } = filters;
  if (mcSeqno !== undefined) return await blocksOfRound(reader, visible, mcSeqno);
  if (rootHash !== undefined) return await rowsOf(reader, await keysByHash(reader, 'root_hash', rootHash));
  if (fileHash !== undefined) return await rowsOf(reader, await keysByHash(reader, 'file_hash', fileHash));
  if (seqno === undefined) return undefined;
  if (workchain === undefined || shard === undefined) {
    return await rowsOf(reader, await keysBySeqno(reader, seqno, { workchain, shard }));
  }
  return seqno < 0 ? [] : await rowsOf(reader, [{ workchain, shard, seqno }]);
}

async function blocksOfRound(
  reader: AnswerReader,
  visible: VisibleRounds,
  seqno: number,
): Promise<readonly BlockRecord[]> {
  if (isInRange(visible, seqno)) return (await readBlocksOfRound(reader, visible, seqno)) ?? [];
  if (seqno < 1 || seqno > visible.indexedSeqno) return [];
  return await rowsOf(reader, (await reader.blocks.ofRound.get(String(seqno))) ?? []);
}

async function rowsOf(
  { blocks }: Pick<AnswerReader, 'blocks'>,
  keys: readonly BlockKey[],
): Promise<readonly BlockRecord[]> {
  return (await blocks.byKey.getMany(keys.map(blockKeyText))).filter((row) => row !== undefined);
}
