import { bool, bytes32 } from './column-type.ts';
import * as shared from './shared-columns.ts';
import { encoderOf, type RowOf, type TableDefinition } from './table-definition.ts';

const columns = [
  { name: 'hash', type: bytes32, comment: 'Hash of the library cell; its cells are in cell_trees' },
  shared.roundSeqno,
  { name: 'is_public', type: bool, codec: 'zstd', comment: 'Whether it can be used from this round on' },
] as const;

/** A change of the masterchain's public libraries. */
export type LibraryRow = RowOf<typeof columns>;

export const librariesTable: TableDefinition<LibraryRow, typeof columns> = {
  name: 'libraries',
  comment: 'Public libraries of the masterchain: a row for each time one was added or removed',
  columns,
  engine: { kind: 'replacing' },
  orderBy: ['hash', 'mc_block_seqno'],
  settings: shared.lookupSettings,
  encode: encoderOf(columns),
};
