import { array, bool, bytes, bytes32, enum8, nullable, text, uint16, uint32, uint64 } from './column-type.ts';
import * as shared from './shared-columns.ts';
import { encoderOf, type RowOf, type TableDefinition } from './table-definition.ts';

const columns = [
  { name: 'end_lt', type: uint64, codec: 'ordered', comment: 'Largest lt of the trace' },
  { name: 'trace_id', type: bytes32, comment: 'Hash of the first transaction' },
  { name: 'mc_seqno_end', type: uint32, codec: 'ordered', comment: 'Round of the last transaction' },
  { name: 'end_utime', type: uint32, codec: 'ordered', comment: 'Unix time of the last transaction' },
  { name: 'mc_seqno_start', type: uint32, codec: 'ordered', comment: 'Round of the first transaction' },
  { name: 'start_lt', type: uint64, codec: 'ordered', comment: 'Smallest lt' },
  { name: 'start_utime', type: uint32, codec: 'ordered', comment: 'Unix time of the first transaction' },
  { name: 'external_hash', type: nullable(bytes32), comment: 'Hash of the message that began it; NULL: none' },
  { name: 'external_hash_norm', type: nullable(bytes32), comment: 'Normalised hash, where it differs; NULL: none' },
  {
    name: 'trace_state',
    type: enum8({ complete: 1, broken: 2 }),
    codec: 'zstd',
    comment: 'complete; broken: its start or a part of it is not indexed',
  },
  { name: 'nodes', type: uint32, codec: 'integer', comment: 'Transactions' },
  { name: 'edges', type: uint32, codec: 'integer', comment: 'Messages between them' },
  {
    name: 'classification',
    type: enum8({ unclassified: 0, failed: 1, ok: 2, broken: 3 }),
    codec: 'zstd',
    comment:
      'ok; broken: a message contradicts what is known of an account; failed: only the basic actions, or none; unclassified: the trace is too large, or its transactions are not known',
  },
  {
    name: 'knows_interfaces',
    type: bool,
    codec: 'zstd',
    comment: 'False: classified before it was known what the contracts were in its last round; it is done again',
  },
  { name: 'rules_version', type: uint16, codec: 'integer', comment: 'Version of the rules of classification' },
  {
    name: 'places',
    type: bytes,
    codec: 'zstd',
    comment: 'Blocks of its transactions, and their numbers there; empty: not known, or too many',
  },
  {
    name: 'transactions',
    type: array(bytes32),
    comment: 'Hashes of its transactions in order of lt and account; empty when their places are',
  },
  {
    name: 'accounts',
    type: array(bytes),
    codec: 'zstd',
    comment:
      'Accounts of its transactions and actions: workchain (4 bytes, big-endian), account (32 bytes), 1 where it has a transaction in the trace, else 0',
  },
  {
    name: 'action_types',
    type: array(text),
    codec: 'zstd',
    comment: 'Types of the actions, in their order; an action of only one dialect too',
  },
  {
    name: 'actions',
    type: array(text),
    codec: 'cells',
    comment:
      'The actions as JSON, in order of start_lt, end_lt and action_id: type, details, success, times; numbers of transactions and accounts from 0',
  },
  {
    name: 'version',
    type: uint64,
    codec: 'zstd',
    comment:
      '(2^32 minus first round of the range) * 2^32 + rules version * 2^17 + generation of the interfaces * 2 + whether they were known; the highest is valid',
  },
  {
    name: 'checksum',
    type: uint64,
    comment: 'First 8 bytes of SHA-256 over this row, with checksum 0, in RowBinary',
  },
] as const;

/** A finished trace with its current classification: one row, so that a new classification replaces it at once. */
export type ClassifiedTraceRow = RowOf<typeof columns>;

export const classifiedTracesTable: TableDefinition<ClassifiedTraceRow, typeof columns> = {
  name: 'classified_traces',
  comment: 'Finished traces and their actions (jetton_transfer, jetton_swap and others)',
  columns,
  engine: { kind: 'replacing', version: 'version' },
  orderBy: ['end_lt', 'trace_id'],
  spans: [
    { column: 'mc_seqno_end', granules: 1 },
    { column: 'end_utime', granules: 1 },
    { column: 'knows_interfaces', granules: 1 },
    { column: 'rules_version', granules: 1 },
  ],
  settings: shared.rowSettings,
  encode: encoderOf(columns),
};
