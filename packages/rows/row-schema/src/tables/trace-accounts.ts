import type { RowBinaryWriter } from '../row-binary/row-binary-writer.ts';
import { bool, bytes32, uint64 } from './column-type.ts';
import * as shared from './shared-columns.ts';
import type { RowOf, TableDefinition } from './table-definition.ts';

const columns = [
  shared.workchain,
  shared.account,
  { name: 'end_lt', type: uint64, codec: 'ordered', comment: 'Largest lt of the trace' },
  { name: 'trace_id', type: bytes32, comment: 'Hash of the first transaction of the trace' },
  {
    name: 'has_transaction',
    type: bool,
    codec: 'zstd',
    comment: 'The account has a transaction in the trace; false: only an action names it',
  },
] as const;

/** A trace in which an account takes part. Readers look into its row of `classified_traces`. */
export type TraceAccountRow = RowOf<typeof columns>;

function encodeTraceAccountRow(writer: RowBinaryWriter, row: TraceAccountRow): void {
  writer.int32(row.workchain);
  writer.bytes32(row.account);
  writer.uint64(row.endLt);
  writer.bytes32(row.traceId);
  writer.bool(row.hasTransaction);
}

export const traceAccountsTable: TableDefinition<TraceAccountRow, typeof columns> = {
  name: 'trace_accounts',
  comment:
    'Look-up: account to the finished traces that it takes part in, also by an action of an older classification',
  columns,
  engine: { kind: 'replacing' },
  orderBy: ['workchain', 'account', 'end_lt', 'trace_id', 'has_transaction'],
  settings: shared.lookupSettings,
  encode: encodeTraceAccountRow,
};
