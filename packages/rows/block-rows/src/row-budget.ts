import type { Bag } from '@tonriver/boc';
import { ChainModelError } from '@tonriver/chain-model';
import { type BlockTables, byteLengthOf } from './block-tables.ts';

/** Bytes of rows per byte of the block, for what it holds itself; recorded blocks need less than three. */
const rowBytesPerByte = 8;
/**
 * Bytes of rows besides, for what messages share: each is stored with its whole body, the block has the shared cells
 * once. A message has at most 2^21 bits in 8,192 cells (`max_msg_bits`, `max_msg_cells`), about 295 KB as a bag, so
 * this is 450 messages of the largest size, each different, in one block: more than a transaction can send (255), and
 * over 500 TON in fees. Rows wait in memory and take
 * a second to write per 100 MiB, which is why there is an end.
 */
const rowBytesSpare = 128 * 2 ** 20;

/**
 * Guards against blocks that describe far more than they hold: cells can be shared, so that a few of them are thousands
 * of transactions with thousands of messages. The result is called for everything that is added, since one row can be
 * as large as the block, and throws `bad_value` when the rows that were added since have outgrown the block.
 */
export function createRowBudget(tables: BlockTables, bag: Bag): () => void {
  const bytesMax = byteLengthOf(tables) + bag.bytes.length * rowBytesPerByte + rowBytesSpare;
  return () => {
    if (byteLengthOf(tables) <= bytesMax) return;
    throw new ChainModelError('bad_value', 'A block describes more than its cells can hold', {
      type: 'Block',
      field: 'transactions',
      byteLength: bag.bytes.length,
    });
  };
}
