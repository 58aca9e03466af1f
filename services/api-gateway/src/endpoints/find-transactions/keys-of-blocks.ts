import type { BlockRow } from '@tonriver/row-schema';
import { blockKeyText, HoleError } from '@tonriver/chain-reader';
import type { TimedKey } from './order.ts';
import type { AnswerReader } from '../../answers/answer-reader.ts';

/**
 * Returns the keys of all transactions of blocks, with the times of the blocks, in no order. Keys are short rows.
 *
 * @throws {HoleError} when a block has fewer or more transactions than its count
 */
export async function readKeysOfBlocks(
  { blocks: { transactions } }: Pick<AnswerReader, 'blocks'>,
  blocks: readonly BlockRow[],
): Promise<readonly TimedKey[]> {
  const filled = blocks.filter(({ txCount }) => txCount > 0);
  const keysOf = await transactions.getMany(filled.map(blockKeyText));
  return filled.flatMap((block, index) => {
    const keys = keysOf[index] ?? [];
    if (keys.length !== block.txCount) {
      throw new HoleError({ table: 'block_transactions', requiredBy: 'blocks', key: blockKeyText(block) });
    }
    const { genUtime: now, mcBlockSeqno } = block;
    return keys.map(({ workchain, account, lt }) => ({ now, key: { workchain, account, lt, mcBlockSeqno } }));
  });
}
