import type { RowBinaryWriter } from '../row-binary/row-binary-writer.ts';
import { bytes32 } from './column-type.ts';
import * as shared from './shared-columns.ts';
import type { RowOf, TableDefinition } from './table-definition.ts';

const columns = [
  { name: 'hash', type: bytes32, comment: 'Transaction hash' },
  shared.workchain,
  shared.account,
  shared.lt,
  shared.rowVersion,
  shared.addedMcBlockSeqno,
] as const;

/** One transaction with its hash. */
export type TransactionHashRow = RowOf<typeof columns>;

/** Appends one row, columns in stored order. Written by hand for speed; a test compares it with the column list. */
function encodeTransactionHashRow(writer: RowBinaryWriter, row: TransactionHashRow): void {
  writer.bytes32(row.hash);
  writer.int32(row.workchain);
  writer.bytes32(row.account);
  writer.uint64(row.lt);
  writer.uint32(row.rowVersion);
  writer.nullableUint32(row.mcBlockSeqno);
}

export const transactionHashesTable: TableDefinition<TransactionHashRow, typeof columns> = {
  name: 'transaction_hashes',
  comment: 'Look-up: transaction hash to the row of transactions',
  columns,
  engine: { kind: 'replacing', version: 'row_version' },
  orderBy: ['hash', 'workchain', 'account', 'lt'],
  settings: { ...shared.lookupSettings, ...shared.onePartFile },
  encode: encodeTransactionHashRow,
};
