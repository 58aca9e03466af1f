import { bytes, uint32 } from './column-type.ts';
import * as shared from './shared-columns.ts';
import { encoderOf, type RowOf, type TableDefinition } from './table-definition.ts';

const columns = [
  shared.roundSeqno,
  shared.workchain,
  shared.shard,
  shared.seqno,
  shared.rowVersion,
  {
    name: 'block_count',
    type: uint32,
    codec: 'integer',
    comment: 'Blocks of the round; 0: a parser before 5 wrote the row',
  },
  {
    name: 'block',
    type: bytes,
    codec: 'cells',
    comment: 'The row of blocks in RowBinary, so that a round is read at once; empty: a parser before 5 wrote the row',
  },
] as const;

/** One block of one round. Partial blocks have no row. */
export type RoundBlockRow = RowOf<typeof columns>;

export const roundBlocksTable: TableDefinition<RoundBlockRow, typeof columns> = {
  name: 'round_blocks',
  comment: 'Blocks by round: the masterchain block and the blocks that it is the first to reference',
  columns,
  engine: { kind: 'replacing', version: 'row_version' },
  orderBy: ['mc_block_seqno', 'workchain', 'shard', 'seqno'],
  encode: encoderOf(columns),
};
