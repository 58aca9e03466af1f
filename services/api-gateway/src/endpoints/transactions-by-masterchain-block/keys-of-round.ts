import { compareTransactionKeys, type TransactionKey, type VisibleRounds } from '@tonriver/chain-reader';
import { readKeysOfBlocks } from '../find-transactions/keys-of-blocks.ts';
import { readBlocksOfRound } from '../shard-blocks/whole-rounds.ts';
import type { AnswerReader } from '../../answers/answer-reader.ts';

/**
 * Returns the keys of all transactions of a round, oldest first; undefined if the round is not visible.
 *
 * Keys are short rows, and whole transactions are read for the page only: a deep page costs about what the first does.
 *
 * @throws {HoleError} when a block of the round is missing, or has fewer or more transactions than its count
 */
export async function readKeysOfRound(
  reader: Pick<AnswerReader, 'blocks' | 'blocksOfRounds'>,
  visible: VisibleRounds,
  seqno: number,
): Promise<readonly TransactionKey[] | undefined> {
  const blocks = await readBlocksOfRound(reader, visible, seqno);
  if (blocks === undefined) return undefined;
  return (await readKeysOfBlocks(reader, blocks)).map(({ key }) => key).toSorted(compareTransactionKeys);
}
