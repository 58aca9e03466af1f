import { uint32 } from './column-type.ts';
import { encoderOf, type RowOf, type TableDefinition } from './table-definition.ts';

const columns = [
  { name: 'first_seqno', type: uint32, codec: 'ordered', comment: 'First round of the range' },
  { name: 'last_seqno', type: uint32, codec: 'ordered', comment: 'Last round of the range' },
] as const;

/** One contiguous range of complete rounds. */
export type WatermarkRow = RowOf<typeof columns>;

/** Contiguous ranges of complete rounds; the watermark is the highest last_seqno */
export const watermarksTable: TableDefinition<WatermarkRow, typeof columns> = {
  name: 'watermarks',
  comment: 'Contiguous ranges of complete rounds; the watermark is the highest last_seqno',
  columns,
  engine: { kind: 'replacing', version: 'last_seqno' },
  orderBy: ['first_seqno'],
  encode: encoderOf(columns),
};
