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
      'A bit per account with transactions in the block, by address, the first the highest of a byte: account_data has a row of its state after the block; empty: nothing is said',
  },
  {
    name: 'code_trees',
    type: bytes,
    codec: 'zstd',
    comment: 'The same: cell_trees has its code after the block',
  },
  {
    name: 'states_before',
    type: bytes,
    codec: 'zstd',
    comment: 'The same: account_states has its state before the block, which the block shows',
  },
] as const;

/** Which rows of a block's accounts must be there. */
export type ResolvedAccountsRow = RowOf<typeof columns>;

/** Of which accounts of a block code, data and the state before it are stored */
export const resolvedAccountsTable: TableDefinition<ResolvedAccountsRow, typeof columns> = {
  name: 'resolved_accounts',
  comment: 'Of which accounts of a block code, data and the state before it are stored',
  columns,
  engine: { kind: 'replacing' },
  orderBy: ['workchain', 'shard', 'seqno', 'range_seqno'],
  encode: encoderOf(columns),
};
