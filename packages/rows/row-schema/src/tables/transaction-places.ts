import type { RowBinaryWriter } from '../row-binary/row-binary-writer.ts';
import * as shared from './shared-columns.ts';
import type { RowOf, TableDefinition } from './table-definition.ts';

const columns = [
  shared.hashPrefix('transaction hash'),
  shared.lt,
  shared.workchain,
  shared.shard,
  shared.seqno,
  shared.mcBlockSeqno,
  shared.rowVersion,
] as const;

/** One place at which a transaction whose hash begins so may be: readers compare the whole hash there. */
export type TransactionPlaceRow = RowOf<typeof columns>;

/** Appends one row, columns in stored order. Written by hand for speed; a test compares it with the column list. */
function encodeTransactionPlaceRow(writer: RowBinaryWriter, row: TransactionPlaceRow): void {
  writer.uint64(row.hashPrefix);
  writer.uint64(row.lt);
  writer.int32(row.workchain);
  writer.int64(row.shard);
  writer.uint32(row.seqno);
  writer.nullableUint32(row.mcBlockSeqno);
  writer.uint32(row.rowVersion);
}

export const transactionPlacesTable: TableDefinition<TransactionPlaceRow, typeof columns> = {
  name: 'transaction_places',
  comment: 'Look-up: transaction hash to block and logical time',
  columns,
  engine: { kind: 'replacing', version: 'row_version' },
  orderBy: ['hash_prefix', 'lt', 'workchain', 'shard', 'seqno'],
  settings: { ...shared.lookupSettings, ...shared.onePartFile },
  encode: encodeTransactionPlaceRow,
};
