import type { RowBinaryWriter } from '../row-binary/row-binary-writer.ts';
import * as shared from './shared-columns.ts';
import type { RowOf, TableDefinition } from './table-definition.ts';

const columns = [
  shared.workchain,
  shared.shard,
  shared.seqno,
  shared.lt,
  shared.account,
  shared.mcBlockSeqno,
  shared.rowVersion,
] as const;

/** One transaction of a block. */
export type BlockTransactionRow = RowOf<typeof columns>;

/** Appends one row, columns in stored order. Written by hand for speed; a test compares it with the column list. */
function encodeBlockTransactionRow(writer: RowBinaryWriter, row: BlockTransactionRow): void {
  writer.int32(row.workchain);
  writer.int64(row.shard);
  writer.uint32(row.seqno);
  writer.uint64(row.lt);
  writer.bytes32(row.account);
  writer.nullableUint32(row.mcBlockSeqno);
  writer.uint32(row.rowVersion);
}

export const blockTransactionsTable: TableDefinition<BlockTransactionRow, typeof columns> = {
  name: 'block_transactions',
  comment: 'Look-up: block to its transactions, in order of lt',
  columns,
  engine: { kind: 'replacing', version: 'row_version' },
  orderBy: ['workchain', 'shard', 'seqno', 'lt', 'account'],
  settings: shared.lookupSettings,
  encode: encodeBlockTransactionRow,
};
