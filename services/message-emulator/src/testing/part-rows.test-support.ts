import { addBlockRows, createBlockTables, rowVersionOf } from '@tonriver/block-rows';
import { Bag } from '@tonriver/boc';
import { loadBlock } from '@tonriver/chain-model';
import { decodeRow, RowBinaryReader, type TransactionPartRow, transactionPartsTable } from '@tonriver/row-schema';

/** The rows of the parts of a block, as the parser stores them. */
export function partRowsOf(boc: Uint8Array, round: number): TransactionPartRow[] {
  const bag = Bag.parse(boc);
  const tables = createBlockTables();
  const block = { bag, block: loadBlock(bag), rootHash: bag.hash(bag.root), fileHash: null, round };
  addBlockRows(tables, { ...block, rowVersion: rowVersionOf(1_000, true) });
  const { bytes, rowCount } = tables.transactionParts.rows();
  const reader = new RowBinaryReader(bytes.slice());
  return Array.from({ length: rowCount }, () => decodeRow(transactionPartsTable.columns, reader));
}
