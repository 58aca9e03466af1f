import type { RowBinaryWriter } from '../row-binary/row-binary-writer.ts';
import { bool, bytes, bytes32 } from './column-type.ts';
import * as shared from './shared-columns.ts';
import type { RowOf, TableDefinition } from './table-definition.ts';

const columns = [
  shared.workchain,
  shared.account,
  shared.lt,
  { name: 'data_hash', type: bytes32, comment: 'Hash of the data' },
  {
    name: 'is_whole',
    type: bool,
    codec: 'zstd',
    comment: 'Whether data_boc holds all cells; otherwise earlier rows, back to the newest whole one, hold the rest',
  },
  {
    name: 'data_boc',
    type: bytes,
    codec: 'cells',
    comment: 'The data as a bag of cells; pruned branches replace cells that an earlier row of the account has',
  },
] as const;

/** The data of an account after its transaction at `lt`. There is no row when it did not change. */
export type AccountDataRow = RowOf<typeof columns>;

function encodeAccountDataRow(writer: RowBinaryWriter, row: AccountDataRow): void {
  writer.int32(row.workchain);
  writer.bytes32(row.account);
  writer.uint64(row.lt);
  writer.bytes32(row.dataHash);
  writer.bool(row.isWhole);
  writer.stringBytes(row.dataBoc);
}

export const accountDataTable: TableDefinition<AccountDataRow, typeof columns> = {
  name: 'account_data',
  comment: 'Contract data: the cells that changed, and the whole again when the changes outweigh it',
  columns,
  engine: { kind: 'replacing' },
  orderBy: ['workchain', 'account', 'lt'],
  partitionBy: shared.partitionByLt,
  settings: shared.lookupSettings,
  encode: encodeAccountDataRow,
};
