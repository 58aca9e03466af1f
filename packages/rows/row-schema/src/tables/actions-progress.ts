import { uint32, uint64 } from './column-type.ts';
import { encoderOf, type RowOf, type TableDefinition } from './table-definition.ts';

const columns = [
  { name: 'range_seqno', type: uint32, codec: 'ordered', comment: 'First round of the range of assembled rounds' },
  { name: 'partition', type: uint32, codec: 'integer', comment: 'Partition of the traces, by their ids' },
  {
    name: 'first_seqno',
    type: uint32,
    codec: 'ordered',
    comment: 'First round whose traces were classified: the first one of the range, or the first after an update',
  },
  {
    name: 'last_seqno',
    type: uint32,
    codec: 'ordered',
    comment: 'Up to this round all finished traces of the partition are classified',
  },
  { name: 'partitions', type: uint32, codec: 'integer', comment: 'Partitions of the range: all of them count' },
  {
    name: 'checksum',
    type: uint64,
    comment: 'First 8 bytes of SHA-256 over this row, with checksum 0, in RowBinary',
  },
] as const;

/** How far the traces of one partition are classified in a range. The least of all partitions is what readers see. */
export type ActionsProgressRow = RowOf<typeof columns>;

export const actionsProgressTable: TableDefinition<ActionsProgressRow, typeof columns> = {
  name: 'actions_progress',
  comment: 'Progress of the action-classifier: up to which round traces are classified',
  columns,
  engine: { kind: 'replacing', version: 'last_seqno' },
  orderBy: ['range_seqno', 'partition'],
  encode: encoderOf(columns),
};
