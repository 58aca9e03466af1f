import type { Bag } from '@tonriver/boc';
import { ChainModelError } from '@tonriver/chain-model';
import { type BlockTables, byteLengthOf } from './block-tables.ts';

/** Bytes of rows that each byte of a block allows. Recorded blocks need less than three. */
const rowBytesPerByte = 8;
/**
 * Further bytes of rows that every block may have, for cells that messages share: the block has them once, the rows in
 * the body of each message. A message has at most 2^21 bits in 8,192 cells (`max_msg_bits`, `max_msg_cells`), about
 * 295 KB as a bag, so this is enough for 450 different messages of the largest size in one block: more than a
 * transaction can send (255), and over 500 TON in fees. There is a limit because rows stay in memory until they are
 * written, at a second per 100 MiB.
 */
const rowBytesSpare = 128 * 2 ** 20;

/**
 * Returns a check against blocks whose rows are far larger than the block: cells can be shared, so that a few of them
 * describe thousands of transactions with thousands of messages. Call it after every row, since one row can be as large
 * as the block. It throws `bad_value` when the rows that were added since are too large for the block.
 */
export function createRowBudget(tables: BlockTables, bag: Bag): () => void {
  const bytesMax = byteLengthOf(tables) + bag.bytes.length * rowBytesPerByte + rowBytesSpare;
  return () => {
    if (byteLengthOf(tables) <= bytesMax) return;
    throw new ChainModelError(
      'bad_value',
      'The rows of a block are too large for its size: cells are shared too often',
      {
        type: 'Block',
        field: 'transactions',
        byteLength: bag.bytes.length,
      },
    );
  };
}
