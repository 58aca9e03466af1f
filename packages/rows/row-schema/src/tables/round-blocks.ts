import * as shared from './shared-columns.ts';
import { encoderOf, type RowOf, type TableDefinition } from './table-definition.ts';

const columns = [shared.roundSeqno, shared.workchain, shared.shard, shared.seqno, shared.rowVersion] as const;

/** One block of one round; only blocks whose round is known have a row. */
export type RoundBlockRow = RowOf<typeof columns>;

/** Blocks by round: which blocks a masterchain block is the first to reference, itself included */
export const roundBlocksTable: TableDefinition<RoundBlockRow, typeof columns> = {
  name: 'round_blocks',
  comment: 'Blocks by round: which blocks a masterchain block is the first to reference, itself included',
  columns,
  engine: { kind: 'replacing', version: 'row_version' },
  orderBy: ['mc_block_seqno', 'workchain', 'shard', 'seqno'],
  encode: encoderOf(columns),
};
