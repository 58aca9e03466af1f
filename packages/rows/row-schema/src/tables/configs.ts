import { bytes32, nullable, uint32 } from './column-type.ts';
import * as shared from './shared-columns.ts';
import { encoderOf, type RowOf, type TableDefinition } from './table-definition.ts';

const columns = [
  {
    name: 'mc_block_seqno',
    type: uint32,
    codec: 'ordered',
    comment: 'Masterchain block from which the configuration is valid; 0: the zero state',
  },
  { name: 'hash', type: bytes32, comment: 'Hash of the dictionary of parameters; its cells are in cell_trees' },
  { name: 'config_address', type: bytes32, comment: 'Address of the configuration contract in the masterchain' },
  {
    name: 'global_version',
    type: nullable(uint32),
    codec: 'integer',
    comment: 'Version of parameter 8; NULL before there was one',
  },
  shared.rowVersion,
] as const;

/** The blockchain configuration that is valid from one masterchain block on. */
export type ConfigRow = RowOf<typeof columns>;

export const configsTable: TableDefinition<ConfigRow, typeof columns> = {
  name: 'configs',
  comment: 'Blockchain configurations: of key blocks, of the zero state and of initial masterchain states',
  columns,
  engine: { kind: 'replacing', version: 'row_version' },
  orderBy: ['mc_block_seqno'],
  encode: encoderOf(columns),
};
