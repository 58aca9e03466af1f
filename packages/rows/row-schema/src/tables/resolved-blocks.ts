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
    comment: 'First round of the range in which the block was resolved; 0: without its round',
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
    comment: 'Initial states that were used with the block: 16 bytes each, workchain, shard and seqno, big-endian',
  },
  {
    name: 'libraries',
    type: bytes,
    codec: 'zstd',
    comment: 'Rows of libraries that the block left: 33 bytes each, the hash, then 1 when it came and 0 when it went',
  },
  {
    name: 'checksum',
    type: uint64,
    comment: 'First 8 bytes of SHA-256 over the row and that of resolved_accounts, in RowBinary, this number 0',
  },
] as const;

/** What the state-resolver did with a block. */
export type ResolvedBlockRow = RowOf<typeof columns>;

/** What the state-resolver did with every block: verify demands the rows that it says it wrote */
export const resolvedBlocksTable: TableDefinition<ResolvedBlockRow, typeof columns> = {
  name: 'resolved_blocks',
  comment: 'What the state-resolver did with every block: verify demands the rows that it says it wrote',
  columns,
  engine: { kind: 'replacing' },
  orderBy: ['workchain', 'shard', 'seqno', 'range_seqno'],
  encode: encoderOf(columns),
};
