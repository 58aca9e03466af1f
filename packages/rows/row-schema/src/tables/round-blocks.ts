import * as shared from './shared-columns.ts';
import { encoderOf, type RowOf, type TableDefinition } from './table-definition.ts';

const columns = [shared.roundSeqno, shared.workchain, shared.shard, shared.seqno, shared.rowVersion] as const;

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
