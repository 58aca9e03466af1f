import type { RowBinaryWriter } from '../row-binary/row-binary-writer.ts';
import { bool, uint32, uint64 } from './column-type.ts';
import * as shared from './shared-columns.ts';
import type { RowOf, TableDefinition } from './table-definition.ts';

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
  { name: 'is_range_start', type: bool, codec: 'zstd', comment: 'Nothing before this round is meant to be there' },
  shared.rowVersion,
] as const;

/** One complete and checked round. */
export type RoundRow = RowOf<typeof columns>;

/** Appends one row, columns in stored order. Written out for speed; a test holds it to the column list. */
export function encodeRoundRow(writer: RowBinaryWriter, row: RoundRow): void {
  writer.uint32(row.mcBlockSeqno);
  writer.uint32(row.blockCount);
  writer.uint32(row.transactionCount);
  writer.uint32(row.messageCount);
  writer.uint64(row.startLt);
  writer.uint64(row.endLt);
  writer.uint32(row.genUtime);
  writer.bool(row.isRangeStart);
  writer.uint32(row.rowVersion);
}

/** Rounds found complete: written by the trace-assembler after the rows of every block were compared */
export const roundsTable: TableDefinition<RoundRow, typeof columns> = {
  name: 'rounds',
  comment: 'Rounds found complete: written by the trace-assembler after the rows of every block were compared',
  columns,
  engine: { kind: 'replacing', version: 'row_version' },
  orderBy: ['mc_block_seqno'],
  encode: encodeRoundRow,
};
