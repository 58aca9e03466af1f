import { bool, bytes, bytes32, nullable, uint32, uint64 } from './column-type.ts';
import * as shared from './shared-columns.ts';
import { encoderOf, type RowOf, type TableDefinition } from './table-definition.ts';

const columns = [
  shared.workchain,
  shared.shard,
  shared.seqno,
  { name: 'part', type: uint32, codec: 'ordered', comment: 'Number of the part, from 0: a state has many accounts' },
  { name: 'is_last', type: bool, codec: 'zstd', comment: 'Whether no part comes after this one' },
  { name: 'hash', type: bytes32, comment: 'Hash of the state' },
  {
    name: 'accounts',
    type: bytes,
    codec: 'zstd',
    comment:
      'Its accounts by address, 45 bytes each: address, lt (little-endian), first 4 bytes of SHA-256 of the transaction hash, then 1 when account_data has a row for it plus 2 when cell_trees has its code',
  },
  {
    name: 'libraries',
    type: bytes,
    codec: 'zstd',
    comment: 'In the last part: the rows of libraries that were written for the state, as in resolved_blocks',
  },
  {
    name: 'config_hash',
    type: nullable(bytes32),
    comment: 'In the last part of a masterchain state: its configuration, which has a row in configs; otherwise NULL',
  },
  {
    name: 'checksum',
    type: uint64,
    comment: 'First 8 bytes of SHA-256 over the row in RowBinary, with checksum 0',
  },
] as const;

/** A part of an initial state that the state-resolver used. */
export type InitialStateRow = RowOf<typeof columns>;

export const initialStatesTable: TableDefinition<InitialStateRow, typeof columns> = {
  name: 'initial_states',
  comment: 'Initial states that the state-resolver used: their rows must be stored, though no block refers to them',
  columns,
  engine: { kind: 'replacing' },
  orderBy: ['workchain', 'shard', 'seqno', 'part'],
  encode: encoderOf(columns),
};
