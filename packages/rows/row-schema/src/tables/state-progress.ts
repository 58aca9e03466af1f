import { bool, uint32 } from './column-type.ts';
import { encoderOf, type RowOf, type TableDefinition } from './table-definition.ts';

const columns = [
  { name: 'first_seqno', type: uint32, codec: 'ordered', comment: 'First round of the range' },
  { name: 'last_seqno', type: uint32, codec: 'ordered', comment: 'Last round whose accounts are resolved' },
  {
    name: 'is_complete',
    type: bool,
    codec: 'zstd',
    comment: 'Whether every account of the network is known there: an account without a row does not exist',
  },
] as const;

/** One contiguous range of rounds whose account states are resolved. */
export type StateProgressRow = RowOf<typeof columns>;

/** How far the state-resolver has come: contiguous ranges of rounds */
export const stateProgressTable: TableDefinition<StateProgressRow, typeof columns> = {
  name: 'state_progress',
  comment: 'How far the state-resolver has come: contiguous ranges of rounds',
  columns,
  engine: { kind: 'replacing', version: 'last_seqno' },
  orderBy: ['first_seqno'],
  encode: encoderOf(columns),
};
