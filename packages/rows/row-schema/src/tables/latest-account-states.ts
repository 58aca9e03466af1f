import type { RowBinaryWriter } from '../row-binary/row-binary-writer.ts';
import { bytes32, enum8, nullable, uint128, uint64 } from './column-type.ts';
import * as shared from './shared-columns.ts';
import type { RowOf, TableDefinition } from './table-definition.ts';

const columns = [
  shared.workchain,
  shared.account,
  { name: 'lt', type: uint64, codec: 'ordered', comment: 'Logical time of its last transaction; 0: none' },
  { name: 'hash', type: bytes32, comment: 'Hash of the Account cell' },
  {
    name: 'status',
    type: enum8(shared.accountStatusNumbers),
    codec: 'zstd',
    comment: 'uninit, frozen, active or nonexist (deleted)',
  },
  { name: 'balance', type: uint128, codec: 'zstd', comment: 'Balance, nanograms' },
  { name: 'code_hash', type: nullable(bytes32), comment: 'Hash of the code; NULL: none' },
  { name: 'data_hash', type: nullable(bytes32), comment: 'Hash of the data; NULL: none' },
] as const;

/** The newest known state of an account. It may be newer than the watermark. */
export type LatestAccountStateRow = RowOf<typeof columns>;

function encodeLatestAccountStateRow(writer: RowBinaryWriter, row: LatestAccountStateRow): void {
  writer.int32(row.workchain);
  writer.bytes32(row.account);
  writer.uint64(row.lt);
  writer.bytes32(row.hash);
  writer.int8(shared.accountStatusNumbers[row.status]);
  writer.uint128(row.balance);
  writer.nullableBytes32(row.codeHash);
  writer.nullableBytes32(row.dataHash);
}

export const latestAccountStatesTable: TableDefinition<LatestAccountStateRow, typeof columns> = {
  name: 'latest_account_states',
  comment: 'The newest row of account_states of each account, without its history: one row per account',
  columns,
  engine: { kind: 'replacing', version: 'lt' },
  orderBy: ['workchain', 'account'],
  settings: shared.lookupSettings,
  encode: encodeLatestAccountStateRow,
};
