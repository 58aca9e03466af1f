import { addBlockRows, createBlockTables, openTransactionPart, rowVersionOf } from '@tonriver/block-rows';
import { Bag } from '@tonriver/boc';
import { loadBlock } from '@tonriver/chain-model';
import type { TransactionPart } from '@tonriver/chain-reader';
import { decodeRow, RowBinaryReader, type TransactionPartRow, transactionPartsTable } from '@tonriver/row-schema';
import { readTransaction } from '../mined/followed-transaction.ts';

/** The rows of the parts of a block, as the parser stores them. */
function partRowsOf(boc: Uint8Array, round: number): TransactionPartRow[] {
  const bag = Bag.parse(boc);
  const tables = createBlockTables();
  const block = { bag, block: loadBlock(bag), rootHash: bag.hash(bag.root), fileHash: null, round };
  addBlockRows(tables, { ...block, rowVersion: rowVersionOf(1_000, true) });
  const { bytes, rowCount } = tables.transactionParts.rows();
  const reader = new RowBinaryReader(bytes.slice());
  return Array.from({ length: rowCount }, () => decodeRow(transactionPartsTable.columns, reader));
}

/** The same as they are read. */
export function partsOfBlock(boc: Uint8Array, round: number): TransactionPart[] {
  return partRowsOf(boc, round).map((row) => {
    const { workchain, shard, seqno, firstLt, lastLt } = row;
    const place = { mcBlockSeqno: round, block: { workchain, shard, seqno }, firstLt, lastLt };
    return { ...place, transactions: openTransactionPart(row) } as TransactionPart;
  });
}

/** Their transactions that take a message, each with its place. */
export function transactionsOfParts(parts: readonly TransactionPart[]) {
  return parts.flatMap((part) =>
    Array.from({ length: part.transactions.count }, (_, place) => ({ part, place })).flatMap((placed) => {
      const read = readTransaction(placed);
      return read === undefined ? [] : [{ placed, read }];
    }),
  );
}
