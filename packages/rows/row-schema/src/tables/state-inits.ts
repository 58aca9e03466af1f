import type { RowBinaryWriter } from '../row-binary/row-binary-writer.ts';
import { bytes, bytes32, nullable, uint8 } from './column-type.ts';
import * as shared from './shared-columns.ts';
import type { RowOf, TableDefinition } from './table-definition.ts';

const columns = [
  { name: 'hash', type: bytes32, comment: 'Hash of the StateInit as a cell of its own' },
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
  { name: 'data_hash', type: nullable(bytes32), comment: 'Hash of the data; NULL: none' },
  { name: 'library_hash', type: nullable(bytes32), comment: 'Hash of the library dictionary; NULL: none' },
  {
    name: 'data_boc',
    type: bytes,
    codec: 'cells',
    comment:
      'The data with a pruned branch in place of the code that it contains; empty: the whole data is in cell_trees',
  },
  {
    name: 'raw_boc',
    type: bytes,
    codec: 'cells',
    comment: 'The StateInit as a bag of cells if it cannot be rebuilt exactly from the columns; otherwise empty',
  },
] as const;

/** One StateInit. The table needs no version, because equal hashes mean equal fields. */
export type StateInitRow = RowOf<typeof columns>;

/** Appends one row, columns in stored order. Written by hand for speed; a test compares it with the column list. */
function encodeStateInitRow(writer: RowBinaryWriter, row: StateInitRow): void {
  writer.bytes32(row.hash);
  writer.nullableUint8(row.fixedPrefixLength);
  writer.nullableUint8(row.special);
  writer.nullableBytes32(row.codeHash);
  writer.nullableBytes32(row.dataHash);
  writer.nullableBytes32(row.libraryHash);
  writer.stringBytes(row.dataBoc);
  writer.stringBytes(row.rawBoc);
}

export const stateInitsTable: TableDefinition<StateInitRow, typeof columns> = {
  name: 'state_inits',
  comment: 'StateInits stored once by hash; code, data and library are in cell_trees',
  columns,
  engine: { kind: 'replacing' },
  orderBy: ['hash'],
  settings: shared.lookupSettings,
  encode: encodeStateInitRow,
};
