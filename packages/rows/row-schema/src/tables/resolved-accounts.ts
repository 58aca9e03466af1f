import { bytes, uint32 } from './column-type.ts';
import * as shared from './shared-columns.ts';
import { encoderOf, type RowOf, type TableDefinition } from './table-definition.ts';

const columns = [
  shared.workchain,
  shared.shard,
  shared.seqno,
  { name: 'range_seqno', type: uint32, codec: 'ordered', comment: 'As in resolved_blocks' },
  {
    name: 'data_rows',
    type: bytes,
    codec: 'zstd',
    comment:
      'A bit per account with transactions in the block, in order of address, the highest bit of a byte first: 1 when account_data has a row for its state after the block; empty: unknown',
  },
  {
    name: 'code_trees',
    type: bytes,
    codec: 'zstd',
    comment: 'The same bits: 1 when cell_trees has its code after the block',
  },
  {
    name: 'states_before',
    type: bytes,
    codec: 'zstd',
    comment: 'The same bits: 1 when account_states has its state before the block, which the block contains',
  },
] as const;

/** The accounts of a block whose rows must be stored. */
export type ResolvedAccountsRow = RowOf<typeof columns>;

export const resolvedAccountsTable: TableDefinition<ResolvedAccountsRow, typeof columns> = {
  name: 'resolved_accounts',
  comment: 'For which accounts of a block the code, the data and the state before the block are stored',
  columns,
  engine: { kind: 'replacing' },
  orderBy: ['workchain', 'shard', 'seqno', 'range_seqno'],
  encode: encoderOf(columns),
};
