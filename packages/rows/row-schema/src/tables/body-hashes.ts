import type { RowBinaryWriter } from '../row-binary/row-binary-writer.ts';
import { bytes32 } from './column-type.ts';
import * as shared from './shared-columns.ts';
import type { RowOf, TableDefinition } from './table-definition.ts';

const columns = [
  { name: 'body_hash', type: bytes32, comment: 'Hash of the body as a cell of its own' },
  shared.lt,
  shared.workchain,
  shared.account,
  shared.direction,
  shared.position,
  shared.mcBlockSeqno,
  shared.rowVersion,
] as const;

/** One message with the hash of its body. */
export type BodyHashRow = RowOf<typeof columns>;

/** Appends one row, columns in stored order. Written by hand for speed; a test compares it with the column list. */
function encodeBodyHashRow(writer: RowBinaryWriter, row: BodyHashRow): void {
  writer.bytes32(row.bodyHash);
  writer.uint64(row.lt);
  writer.int32(row.workchain);
  writer.bytes32(row.account);
  writer.int8(shared.directionNumbers[row.direction]);
  writer.uint16(row.position);
  writer.nullableUint32(row.mcBlockSeqno);
  writer.uint32(row.rowVersion);
}

export const bodyHashesTable: TableDefinition<BodyHashRow, typeof columns> = {
  name: 'body_hashes',
  comment: 'Look-up: body hash to the rows of messages, oldest first',
  columns,
  engine: { kind: 'replacing', version: 'row_version' },
  orderBy: ['body_hash', 'lt', 'workchain', 'account', 'direction', 'position'],
  settings: shared.lookupSettings,
  encode: encodeBodyHashRow,
};
