import type { RowBinaryWriter } from '../row-binary/row-binary-writer.ts';
import { bool, bytes, uint32, uint64 } from './column-type.ts';
import * as shared from './shared-columns.ts';
import type { RowOf, TableDefinition } from './table-definition.ts';

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

export function encodeResolvedBlockRow(writer: RowBinaryWriter, row: ResolvedBlockRow): void {
  writer.int32(row.workchain);
  writer.int64(row.shard);
  writer.uint32(row.seqno);
  writer.uint32(row.rangeSeqno);
  writer.bool(row.isComplete);
  writer.stringBytes(row.initialStates);
  writer.stringBytes(row.libraries);
  writer.uint64(row.checksum);
}

/** What the state-resolver did with every block: verify demands the rows that it says it wrote */
export const resolvedBlocksTable: TableDefinition<ResolvedBlockRow, typeof columns> = {
  name: 'resolved_blocks',
  comment: 'What the state-resolver did with every block: verify demands the rows that it says it wrote',
  columns,
  engine: { kind: 'replacing' },
  orderBy: ['workchain', 'shard', 'seqno', 'range_seqno'],
  encode: encodeResolvedBlockRow,
};
