import type { RowBinaryWriter } from '../row-binary/row-binary-writer.ts';
import { bytes32, uint64 } from './column-type.ts';
import * as shared from './shared-columns.ts';
import type { RowOf, TableDefinition } from './table-definition.ts';

const columns = [
  shared.workchain,
  shared.account,
  shared.lt,
  { name: 'trace_id', type: bytes32, comment: 'Hash of the first transaction of the trace' },
  {
    name: 'version',
    type: uint64,
    codec: 'zstd',
    comment:
      '2^32 minus the first round of the range in which it was assembled: the range that starts earlier is valid',
  },
] as const;

/** The trace id of one transaction. */
export type TraceIdRow = RowOf<typeof columns>;

/** Appends one row, columns in stored order. Written by hand for speed; a test compares it with the column list. */
function encodeTraceIdRow(writer: RowBinaryWriter, row: TraceIdRow): void {
  writer.int32(row.workchain);
  writer.bytes32(row.account);
  writer.uint64(row.lt);
  writer.bytes32(row.traceId);
  writer.uint64(row.version);
}

export const traceIdsTable: TableDefinition<TraceIdRow, typeof columns> = {
  name: 'trace_ids',
  comment: 'Look-up: transaction to its trace',
  columns,
  engine: { kind: 'replacing', version: 'version' },
  orderBy: ['workchain', 'account', 'lt'],
  settings: shared.lookupSettings,
  encode: encodeTraceIdRow,
};
