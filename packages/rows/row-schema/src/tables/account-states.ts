import type { RowBinaryWriter } from '../row-binary/row-binary-writer.ts';
import {
  bytes,
  bytes32,
  enum8,
  extraCurrencies,
  nullable,
  uint128,
  uint16,
  uint32,
  uint64,
  uint8,
  writeExtraCurrencies,
} from './column-type.ts';
import * as shared from './shared-columns.ts';
import type { RowOf, TableDefinition } from './table-definition.ts';

const columns = [
  shared.workchain,
  shared.account,
  {
    name: 'lt',
    type: uint64,
    codec: 'ordered',
    comment: 'Logical time of the last transaction before the state; with the account its identity; 0: none',
  },
  { name: 'transaction_hash', type: bytes32, comment: 'Hash of that transaction; zeros: none' },
  { name: 'hash', type: bytes32, comment: 'Hash of the Account cell' },
  shared.mcBlockSeqno,
  {
    name: 'status',
    type: enum8(shared.accountStatusNumbers),
    codec: 'zstd',
    comment: 'uninit, frozen, active or nonexist (deleted)',
  },
  { name: 'balance', type: uint128, codec: 'zstd', comment: 'Balance, nanograms' },
  { name: 'extra_currencies', type: extraCurrencies, codec: 'zstd', comment: 'Balances in extra currencies' },
  {
    name: 'extra_currencies_hash',
    type: nullable(bytes32),
    comment: 'Hash of the dictionary of extra currencies when the block does not show all of it; else NULL',
  },
  {
    name: 'storage_lt',
    type: uint64,
    codec: 'ordered',
    comment: 'last_trans_lt of AccountStorage: the lt from which the next transaction may start',
  },
  { name: 'storage_cells', type: uint64, codec: 'integer', comment: 'Cells that the account stores' },
  { name: 'storage_bits', type: uint64, codec: 'integer', comment: 'Bits that the account stores' },
  {
    name: 'storage_dict_hash',
    type: nullable(bytes32),
    comment: 'Hash of the dictionary of its cells, kept for large accounts; NULL: none',
  },
  { name: 'last_paid', type: uint32, codec: 'ordered', comment: 'Storage is paid until then, Unix seconds' },
  { name: 'due_payment', type: nullable(uint128), codec: 'zstd', comment: 'Unpaid storage fees, nanograms' },
  {
    name: 'fixed_prefix_length',
    type: nullable(uint8),
    codec: 'integer',
    comment: 'fixed_prefix_length (split_depth before); NULL: absent',
  },
  {
    name: 'special',
    type: nullable(uint8),
    codec: 'integer',
    comment: 'TickTock bits: tick = 2, tock = 1; NULL: absent',
  },
  { name: 'code_hash', type: nullable(bytes32), comment: 'Hash of the code; NULL: none' },
  { name: 'code_depth', type: uint16, codec: 'integer', comment: 'Depth of the code' },
  { name: 'data_hash', type: nullable(bytes32), comment: 'Hash of the data; NULL: none' },
  { name: 'data_depth', type: uint16, codec: 'integer', comment: 'Depth of the data' },
  { name: 'library_hash', type: nullable(bytes32), comment: 'Hash of its library dictionary; NULL: none' },
  { name: 'library_depth', type: uint16, codec: 'integer', comment: 'Depth of its library dictionary' },
  { name: 'frozen_hash', type: nullable(bytes32), comment: 'Hash of the StateInit that thaws it; NULL: not frozen' },
  {
    name: 'raw_boc',
    type: bytes,
    codec: 'cells',
    comment: 'The Account cell, pruned below, when its fields and hashes could not rebuild it exactly; else empty',
  },
  {
    name: 'row_version',
    type: uint32,
    codec: 'integer',
    comment:
      'As in transactions; 0: seen only as the state before a later block, or in an initial state. The highest holds',
  },
] as const;

/** The state of an account between two of its blocks. `lt` 0 with zero hash: it had no transaction yet. */
export type AccountStateRow = RowOf<typeof columns>;

/** Appends one row, columns in stored order. Written out for speed; a test holds it to the column list. */
function encodeAccountStateRow(writer: RowBinaryWriter, row: AccountStateRow): void {
  writer.int32(row.workchain);
  writer.bytes32(row.account);
  writer.uint64(row.lt);
  writer.bytes32(row.transactionHash);
  writer.bytes32(row.hash);
  writer.nullableUint32(row.mcBlockSeqno);
  writer.int8(shared.accountStatusNumbers[row.status]);
  writer.uint128(row.balance);
  writeExtraCurrencies(writer, row.extraCurrencies);
  writer.nullableBytes32(row.extraCurrenciesHash);
  writer.uint64(row.storageLt);
  writer.uint64(row.storageCells);
  writer.uint64(row.storageBits);
  writer.nullableBytes32(row.storageDictHash);
  writer.uint32(row.lastPaid);
  writer.nullableUint128(row.duePayment);
  writer.nullableUint8(row.fixedPrefixLength);
  writer.nullableUint8(row.special);
  writer.nullableBytes32(row.codeHash);
  writer.uint16(row.codeDepth);
  writer.nullableBytes32(row.dataHash);
  writer.uint16(row.dataDepth);
  writer.nullableBytes32(row.libraryHash);
  writer.uint16(row.libraryDepth);
  writer.nullableBytes32(row.frozenHash);
  writer.stringBytes(row.rawBoc);
  writer.uint32(row.rowVersion);
}

/**
 * What every account was after each block that changed it, as the blocks themselves prove it.
 *
 * Not split by time: the newest state at a round is asked without knowing its lt, and states from before the indexed
 * range are of any age, so that one insert would touch every partition.
 */
export const accountStatesTable: TableDefinition<AccountStateRow, typeof columns> = {
  name: 'account_states',
  comment: 'What every account was after each block that changed it, as the blocks themselves prove it',
  columns,
  engine: { kind: 'replacing', version: 'row_version' },
  orderBy: ['workchain', 'account', 'lt'],
  settings: shared.rowSettings,
  // What answers show of a state. Its hashes stay where they are, but for those that repeat or are seldom there.
  pack: {
    besides: ['hash', 'data_hash'],
    of: ['status', 'balance', 'extra_currencies', 'extra_currencies_hash', 'code_hash', 'frozen_hash', 'row_version'],
  },
  encode: encodeAccountStateRow,
};
