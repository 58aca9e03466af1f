import type { RowBinaryWriter } from '../row-binary/row-binary-writer.ts';
import { bytes32, uint64 } from './column-type.ts';
import * as shared from './shared-columns.ts';
import type { RowOf, TableDefinition } from './table-definition.ts';

const columns = [
  shared.hashPrefix('action id'),
  { name: 'end_lt', type: uint64, codec: 'ordered', comment: 'Largest lt of the trace' },
  { name: 'trace_id', type: bytes32, comment: 'Hash of the first transaction of the trace' },
] as const;

/** A trace that may have an action whose id begins so: readers compare the whole id there. */
export type ActionPlaceRow = RowOf<typeof columns>;

function encodeActionPlaceRow(writer: RowBinaryWriter, row: ActionPlaceRow): void {
  writer.uint64(row.hashPrefix);
  writer.uint64(row.endLt);
  writer.bytes32(row.traceId);
}

export const actionPlacesTable: TableDefinition<ActionPlaceRow, typeof columns> = {
  name: 'action_places',
  comment: 'Look-up: action id to the trace that has it, also in an older classification',
  columns,
  engine: { kind: 'replacing' },
  orderBy: ['hash_prefix', 'end_lt', 'trace_id'],
  settings: { ...shared.rowSettings, ...shared.onePartFile },
  encode: encodeActionPlaceRow,
};
