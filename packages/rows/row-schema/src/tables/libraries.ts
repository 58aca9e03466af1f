import type { RowBinaryWriter } from '../row-binary/row-binary-writer.ts';
import { bool, bytes32 } from './column-type.ts';
import * as shared from './shared-columns.ts';
import type { RowOf, TableDefinition } from './table-definition.ts';

const columns = [
  { name: 'hash', type: bytes32, comment: 'Hash of the library cell; its cells are in cell_trees' },
  shared.roundSeqno,
  { name: 'is_public', type: bool, codec: 'zstd', comment: 'Whether it can be used from this round on' },
] as const;

/** A change of the masterchain's public libraries. */
export type LibraryRow = RowOf<typeof columns>;

export function encodeLibraryRow(writer: RowBinaryWriter, row: LibraryRow): void {
  writer.bytes32(row.hash);
  writer.uint32(row.mcBlockSeqno);
  writer.bool(row.isPublic);
}

/** Public libraries of the masterchain: a row for each time one came or went */
export const librariesTable: TableDefinition<LibraryRow, typeof columns> = {
  name: 'libraries',
  comment: 'Public libraries of the masterchain: a row for each time one came or went',
  columns,
  engine: { kind: 'replacing' },
  orderBy: ['hash', 'mc_block_seqno'],
  settings: shared.lookupSettings,
  encode: encodeLibraryRow,
};
