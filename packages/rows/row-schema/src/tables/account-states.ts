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
    comment: 'Logical time of the last transaction before the state; together with the account its key; 0: none',
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
    comment: 'Hash of the dictionary of extra currencies when the block does not contain all of it; otherwise NULL',
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
  { name: 'last_paid', type: uint32, codec: 'ordered', comment: 'Time until which storage is paid, Unix seconds' },
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
    comment:
      'The Account cell with pruned references, if it cannot be rebuilt exactly from the columns; otherwise empty',
  },
  {
    name: 'row_version',
    type: uint32,
    codec: 'integer',
    comment:
      'As in transactions, the highest is valid; 0: known only as the state before a later block or from an initial state',
  },
] as const;

/** The state of an account between two of its blocks. `lt` 0 with a zero hash means that it had no transaction yet. */
export type AccountStateRow = RowOf<typeof columns>;

/** Appends one row, columns in stored order. Written by hand for speed; a test compares it with the column list. */
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
 * The step of a balance, which grows with it: ten times its number of digits, and its first digit. 300 TON and 399 TON
 * (in nanograms, 12 digits) are in step 123.
 */
export const balanceStepSql = 'toUInt16(10 * length(toString(balance)) + toUInt8(substring(toString(balance), 1, 1)))';

/** The smallest balance whose step is not below this one. */
export function leastBalanceOfStep(step: number): bigint {
  const [digits, first] = [Math.floor(step / 10), step % 10];
  // Zero is the only number that begins with the digit 0.
  return digits < 1 || step === 10 ? 0n : BigInt(Math.max(first, 1)) * 10n ** BigInt(digits - 1);
}

/**
 * The state of every account after each block that changed it.
 *
 * Not partitioned by time: queries for the newest state at a round do not know its lt, and states from before the
 * indexed range have any age, so that one insert would touch every partition.
 */
export const accountStatesTable: TableDefinition<AccountStateRow, typeof columns> = {
  name: 'account_states',
  comment: 'State of every account after each block that changed it, as the blocks prove it',
  columns,
  engine: { kind: 'replacing', version: 'row_version' },
  orderBy: ['workchain', 'account', 'lt'],
  settings: { ...shared.rowSettings, ...shared.projectionSettings },
  // Which accounts ever had a balance of a step: accounts of large balances are found without reading the others.
  groupProjections: [{ name: 'by_balance_step', groupBy: [balanceStepSql, 'workchain', 'account'] }],
  // The columns that answers need. Of the hashes it holds only those that often repeat or are often absent.
  pack: {
    format: 1,
    outside: ['hash', 'data_hash'],
    only: ['status', 'balance', 'extra_currencies', 'extra_currencies_hash', 'code_hash', 'frozen_hash', 'row_version'],
  },
  encode: encodeAccountStateRow,
};
