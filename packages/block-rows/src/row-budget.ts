import type { Bag } from '@tonriver/boc';
import { ChainModelError } from '@tonriver/chain-model';
import { type BlockTables, byteLengthOf } from './block-tables.ts';

/** Bytes of rows per byte of the block; recorded blocks need less than three. The rows wait in memory. */
const rowBytesPerByte = 16;
/** What a block may need besides: small blocks have rows of fixed size. */
const rowBytesSpare = 4 * 2 ** 20;

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
