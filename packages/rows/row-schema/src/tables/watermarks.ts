import { uint32 } from './column-type.ts';
import { encoderOf, type RowOf, type TableDefinition } from './table-definition.ts';

const columns = [
  { name: 'first_seqno', type: uint32, codec: 'ordered', comment: 'First round of the range' },
  { name: 'last_seqno', type: uint32, codec: 'ordered', comment: 'Last round of the range' },
  {
    name: 'linked_seqno',
    type: uint32,
    codec: 'ordered',
    comment: 'From this round on, transaction_parts has links of the range; 0: an older release wrote the row',
  },
] as const;

/** One range of consecutive complete rounds. */
export type WatermarkRow = RowOf<typeof columns>;

export const watermarksTable: TableDefinition<WatermarkRow, typeof columns> = {
  name: 'watermarks',
  comment: 'Ranges of consecutive complete rounds; the watermark is the highest last_seqno',
  columns,
  engine: { kind: 'replacing', version: 'last_seqno' },
  orderBy: ['first_seqno'],
  encode: encoderOf(columns),
};
