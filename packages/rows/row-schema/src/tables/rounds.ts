import { bool, uint32, uint64 } from './column-type.ts';
import * as shared from './shared-columns.ts';
import { encoderOf, type RowOf, type TableDefinition } from './table-definition.ts';

const columns = [
  shared.roundSeqno,
  { name: 'block_count', type: uint32, codec: 'integer', comment: 'Blocks of the round' },
  { name: 'transaction_count', type: uint32, codec: 'integer', comment: 'Transactions of the round' },
  { name: 'message_count', type: uint32, codec: 'integer', comment: 'Rows of messages of the round' },
  { name: 'start_lt', type: uint64, codec: 'ordered', comment: 'Smallest start_lt of its blocks' },
  { name: 'end_lt', type: uint64, codec: 'ordered', comment: 'Largest end_lt of its blocks' },
  {
    name: 'gen_utime',
    type: uint32,
    codec: 'ordered',
    comment: 'Generation time of its masterchain block, Unix seconds',
  },
  { name: 'is_range_start', type: bool, codec: 'zstd', comment: 'The range of indexed rounds begins here' },
  shared.rowVersion,
] as const;

/** One complete and checked round. */
export type RoundRow = RowOf<typeof columns>;

export const roundsTable: TableDefinition<RoundRow, typeof columns> = {
  name: 'rounds',
  comment: 'Complete rounds: written by the trace-assembler after it compared the rows of every block',
  columns,
  engine: { kind: 'replacing', version: 'row_version' },
  orderBy: ['mc_block_seqno'],
  spans: [
    { column: 'gen_utime', granules: 1 },
    { column: 'start_lt', granules: 1 },
    { column: 'end_lt', granules: 1 },
  ],
  encode: encoderOf(columns),
};
