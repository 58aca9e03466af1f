import { bytes32, int32, text, uint32, uint64 } from './column-type.ts';
import { encoderOf, type RowOf, type TableDefinition } from './table-definition.ts';

const columns = [
  { name: 'network', type: text, codec: 'zstd', comment: 'Name of the network' },
  { name: 'global_id', type: int32, codec: 'integer', comment: 'Global id of its blocks' },
  { name: 'zero_state_root_hash', type: bytes32, comment: 'Root hash of its zero state' },
  { name: 'zero_state_file_hash', type: bytes32, comment: 'File hash of its zero state' },
  { name: 'schema_version', type: uint32, codec: 'integer', comment: 'Number of the last migration' },
  { name: 'parser_version', type: uint32, codec: 'integer', comment: 'Version of the parser that writes' },
  {
    name: 'revision',
    type: uint64,
    codec: 'zstd',
    comment: 'schema_version * 2^32 + parser_version; the highest is valid',
  },
] as const;

/** The identity of the network in this database, and the versions of the schema and of the parser. */
export type DeploymentRow = RowOf<typeof columns>;

export const deploymentTable: TableDefinition<DeploymentRow, typeof columns> = {
  name: 'deployment',
  comment: 'Network of this database, and the versions of the schema and of the parser that write it',
  columns,
  engine: { kind: 'replacing', version: 'revision' },
  orderBy: ['network'],
  encode: encoderOf(columns),
};
