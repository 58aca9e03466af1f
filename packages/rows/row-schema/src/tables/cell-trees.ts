import type { RowBinaryWriter } from '../row-binary/row-binary-writer.ts';
import { bytes, bytes32 } from './column-type.ts';
import * as shared from './shared-columns.ts';
import type { RowOf, TableDefinition } from './table-definition.ts';

const columns = [
  { name: 'hash', type: bytes32, comment: 'Hash of the root cell' },
  { name: 'boc', type: bytes, codec: 'cells', comment: 'Canonical bag of cells, with its checksum' },
] as const;

/** One tree of cells. The table needs no version, because equal hashes mean equal bytes. */
export type CellTreeRow = RowOf<typeof columns>;

/** Appends one row, columns in stored order. Written by hand for speed; a test compares it with the column list. */
function encodeCellTreeRow(writer: RowBinaryWriter, row: CellTreeRow): void {
  writer.bytes32(row.hash);
  writer.stringBytes(row.boc);
}

export const cellTreesTable: TableDefinition<CellTreeRow, typeof columns> = {
  name: 'cell_trees',
  comment:
    'Trees of cells stored once by hash: code, data, libraries and configurations; bodies of messages of parsers before 6',
  columns,
  engine: { kind: 'replacing' },
  orderBy: ['hash'],
  settings: shared.rowSettings,
  encode: encodeCellTreeRow,
};
