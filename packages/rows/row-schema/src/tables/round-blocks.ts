import type { RowBinaryWriter } from '../row-binary/row-binary-writer.ts';
import * as shared from './shared-columns.ts';
import type { RowOf, TableDefinition } from './table-definition.ts';

const columns = [shared.roundSeqno, shared.workchain, shared.shard, shared.seqno, shared.rowVersion] as const;

/** One block of one round; only blocks whose round is known have a row. */
export type RoundBlockRow = RowOf<typeof columns>;

/** Appends one row, columns in stored order. Written out for speed; a test holds it to the column list. */
export function encodeRoundBlockRow(writer: RowBinaryWriter, row: RoundBlockRow): void {
  writer.uint32(row.mcBlockSeqno);
  writer.int32(row.workchain);
  writer.int64(row.shard);
  writer.uint32(row.seqno);
  writer.uint32(row.rowVersion);
}

/** Blocks by round: which blocks a masterchain block is the first to reference, itself included */
export const roundBlocksTable: TableDefinition<RoundBlockRow, typeof columns> = {
  name: 'round_blocks',
  comment: 'Blocks by round: which blocks a masterchain block is the first to reference, itself included',
  columns,
  engine: { kind: 'replacing', version: 'row_version' },
  orderBy: ['mc_block_seqno', 'workchain', 'shard', 'seqno'],
  encode: encodeRoundBlockRow,
};
