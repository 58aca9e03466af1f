import { bool, uint32 } from './column-type.ts';
import { encoderOf, type RowOf, type TableDefinition } from './table-definition.ts';

const columns = [
  { name: 'first_seqno', type: uint32, codec: 'ordered', comment: 'First round of the range' },
  { name: 'last_seqno', type: uint32, codec: 'ordered', comment: 'Last round whose accounts are resolved' },
  {
    name: 'is_complete',
    type: bool,
    codec: 'zstd',
    comment: 'Whether every account of the network is known: then an account without a row does not exist',
  },
] as const;

/** One range of consecutive rounds whose account states are resolved. */
export type StateProgressRow = RowOf<typeof columns>;

export const stateProgressTable: TableDefinition<StateProgressRow, typeof columns> = {
  name: 'state_progress',
  comment: 'Progress of the state-resolver: ranges of consecutive rounds',
  columns,
  engine: { kind: 'replacing', version: 'last_seqno' },
  orderBy: ['first_seqno'],
  encode: encoderOf(columns),
};
