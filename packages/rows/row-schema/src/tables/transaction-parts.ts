import type { RowBinaryWriter } from '../row-binary/row-binary-writer.ts';
import { bytes, enum8, uint16, uint32, uint64 } from './column-type.ts';
import * as shared from './shared-columns.ts';
import type { RowOf, TableDefinition } from './table-definition.ts';

/** Transactions of one part. The part of a transaction follows from its place in the block. */
export const TRANSACTIONS_PER_PART = 64;

/** `block_round` of a partial block. Rounds are numbered from 1. */
export const NO_ROUND = 0;

const kindNumbers = { cells: 0, links: 1 } as const;

const columns = [
  { name: 'block_round', type: uint32, codec: 'ordered', comment: 'Round of the block; 0: a partial block (no round)' },
  shared.workchain,
  shared.shard,
  shared.seqno,
  {
    name: 'part',
    type: uint16,
    codec: 'integer',
    comment: `Number of the part: each has ${TRANSACTIONS_PER_PART} transactions of the block in order of lt and account, the last one the rest`,
  },
  {
    name: 'kind',
    type: enum8(kindNumbers),
    codec: 'zstd',
    comment:
      'cells: the transactions, from the parser; links: what one round tells of their traces and of the other ends of their messages, from the trace assembler',
  },
  { name: 'round', type: uint32, codec: 'ordered', comment: 'links: the round that tells it; cells: 0' },
  { name: 'first_lt', type: uint64, codec: 'ordered', comment: 'cells: lt of the first transaction; links: 0' },
  { name: 'last_lt', type: uint64, codec: 'ordered', comment: 'cells: lt of the last transaction; links: 0' },
  {
    name: 'content',
    type: bytes,
    codec: 'cells',
    comment:
      'cells: what the block proves of the states before and after each transaction, and a bag of cells with a root for each; links: hashes, and which of them belongs where',
  },
  {
    name: 'version',
    type: uint64,
    codec: 'zstd',
    comment: 'cells: as row_version in transactions; links: as version in trace_ids. The highest is valid',
  },
] as const;

/** Some transactions of a block as cells, or what is known of them later: an answer is made with one read. */
export type TransactionPartRow = RowOf<typeof columns>;

/** Appends one row, columns in stored order. Written by hand for speed; a test compares it with the column list. */
function encodeTransactionPartRow(writer: RowBinaryWriter, row: TransactionPartRow): void {
  writer.uint32(row.blockRound);
  writer.int32(row.workchain);
  writer.int64(row.shard);
  writer.uint32(row.seqno);
  writer.uint16(row.part);
  writer.int8(kindNumbers[row.kind]);
  writer.uint32(row.round);
  writer.uint64(row.firstLt);
  writer.uint64(row.lastLt);
  writer.stringBytes(row.content);
  writer.uint64(row.version);
}

export const transactionPartsTable: TableDefinition<TransactionPartRow, typeof columns> = {
  name: 'transaction_parts',
  comment:
    'Transactions of blocks by round, as cells, some in a row, and what is known of them: for reading whole transactions',
  columns,
  engine: { kind: 'replacing', version: 'version' },
  // By round first: the engine finds a small number in half of the time that a block takes.
  orderBy: ['block_round', 'workchain', 'shard', 'seqno', 'part', 'kind', 'round'],
  // A row of cells has tens of kilobytes, and the engine reads whole granules.
  settings: { index_granularity: 8, ...shared.onePartFile },
  encode: encodeTransactionPartRow,
};
