import { bool, bytes, uint32, uint64 } from './column-type.ts';
import * as shared from './shared-columns.ts';
import { encoderOf, type RowOf, type TableDefinition } from './table-definition.ts';

const columns = [
  shared.workchain,
  shared.shard,
  shared.seqno,
  {
    name: 'range_seqno',
    type: uint32,
    codec: 'ordered',
    comment: 'First round of the range in which the block was resolved; 0: resolved as a partial block',
  },
  {
    name: 'is_complete',
    type: bool,
    codec: 'zstd',
    comment: 'Whether every account of the network was known from the first round of the range to that of the block',
  },
  {
    name: 'initial_states',
    type: bytes,
    codec: 'zstd',
    comment: 'Initial states that were used for the block: 16 bytes each, workchain, shard and seqno, big-endian',
  },
  {
    name: 'libraries',
    type: bytes,
    codec: 'zstd',
    comment:
      'Rows of libraries that were written for the block: 33 bytes each, the hash, then 1 when it was added and 0 when it was removed',
  },
  {
    name: 'checksum',
    type: uint64,
    comment: 'First 8 bytes of SHA-256 over this row, with checksum 0, and the row of resolved_accounts, in RowBinary',
  },
] as const;

/** The result of the state-resolver for one block. */
export type ResolvedBlockRow = RowOf<typeof columns>;

export const resolvedBlocksTable: TableDefinition<ResolvedBlockRow, typeof columns> = {
  name: 'resolved_blocks',
  comment: 'Results of the state-resolver for every block: verify requires the rows that they say were written',
  columns,
  engine: { kind: 'replacing' },
  orderBy: ['workchain', 'shard', 'seqno', 'range_seqno'],
  encode: encoderOf(columns),
};
