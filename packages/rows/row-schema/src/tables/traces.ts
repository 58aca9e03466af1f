import type { RowBinaryWriter } from '../row-binary/row-binary-writer.ts';
import { bytes32, enum8, nullable, uint32, uint64 } from './column-type.ts';
import * as shared from './shared-columns.ts';
import type { RowOf, TableDefinition } from './table-definition.ts';

const traceStateNumbers = { pending: 0, complete: 1, broken: 2 } as const;

const columns = [
  { name: 'trace_id', type: bytes32, comment: 'Hash of its first transaction' },
  {
    name: 'external_hash',
    type: nullable(bytes32),
    comment: 'Hash of the external message that started it; NULL: none',
  },
  { name: 'external_hash_norm', type: nullable(bytes32), comment: 'Normalised hash of that message; NULL: none' },
  { name: 'mc_seqno_start', type: uint32, codec: 'ordered', comment: 'Round of its first transaction' },
  { name: 'mc_seqno_end', type: uint32, codec: 'ordered', comment: 'Round of its last transaction' },
  { name: 'start_lt', type: uint64, codec: 'ordered', comment: 'Smallest lt' },
  { name: 'end_lt', type: uint64, codec: 'ordered', comment: 'Largest lt' },
  { name: 'start_utime', type: uint32, codec: 'ordered', comment: 'Unix time of the first transaction' },
  { name: 'end_utime', type: uint32, codec: 'ordered', comment: 'Unix time of the last transaction' },
  {
    name: 'state',
    type: enum8(traceStateNumbers),
    codec: 'zstd',
    comment: 'pending: messages are in flight; complete; broken: its start or a part of it is not indexed',
  },
  { name: 'nodes', type: uint32, codec: 'integer', comment: 'Transactions' },
  { name: 'edges', type: uint32, codec: 'integer', comment: 'Messages between them' },
  { name: 'pending_edges', type: uint32, codec: 'integer', comment: 'Messages in flight' },
  {
    name: 'version',
    type: uint64,
    codec: 'zstd',
    comment: '(2^32 minus first round of the range) * 2^32 + round in which the row was written; the highest is valid',
  },
] as const;

/** One trace after the last round that changed it. */
export type TraceRow = RowOf<typeof columns>;

/** Appends one row, columns in stored order. Written by hand for speed; a test compares it with the column list. */
function encodeTraceRow(writer: RowBinaryWriter, row: TraceRow): void {
  writer.bytes32(row.traceId);
  writer.nullableBytes32(row.externalHash);
  writer.nullableBytes32(row.externalHashNorm);
  writer.uint32(row.mcSeqnoStart);
  writer.uint32(row.mcSeqnoEnd);
  writer.uint64(row.startLt);
  writer.uint64(row.endLt);
  writer.uint32(row.startUtime);
  writer.uint32(row.endUtime);
  writer.int8(traceStateNumbers[row.state]);
  writer.uint32(row.nodes);
  writer.uint32(row.edges);
  writer.uint32(row.pendingEdges);
  writer.uint64(row.version);
}

export const tracesTable: TableDefinition<TraceRow, typeof columns> = {
  name: 'traces',
  comment: 'Traces: transactions joined by their messages',
  columns,
  engine: { kind: 'replacing', version: 'version' },
  orderBy: ['trace_id'],
  settings: shared.lookupSettings,
  encode: encodeTraceRow,
};
