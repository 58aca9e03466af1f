import type { RowBinaryWriter } from '../row-binary/row-binary-writer.ts';
import { bytes32 } from './column-type.ts';
import * as shared from './shared-columns.ts';
import type { RowOf, TableDefinition } from './table-definition.ts';

const columns = [
  { name: 'hash', type: bytes32, comment: 'Message hash, or its normalised hash' },
  shared.workchain,
  shared.account,
  shared.lt,
  shared.direction,
  shared.position,
  shared.isNorm,
  shared.rowVersion,
  shared.addedMcBlockSeqno,
] as const;

/** One hash by which a message is found. */
export type MessageHashRow = RowOf<typeof columns>;

/** Appends one row, columns in stored order. Written by hand for speed; a test compares it with the column list. */
function encodeMessageHashRow(writer: RowBinaryWriter, row: MessageHashRow): void {
  writer.bytes32(row.hash);
  writer.int32(row.workchain);
  writer.bytes32(row.account);
  writer.uint64(row.lt);
  writer.int8(shared.directionNumbers[row.direction]);
  writer.uint16(row.position);
  writer.bool(row.isNorm);
  writer.uint32(row.rowVersion);
  writer.nullableUint32(row.mcBlockSeqno);
}

export const messageHashesTable: TableDefinition<MessageHashRow, typeof columns> = {
  name: 'message_hashes',
  comment: 'Look-up: message hash, plain or normalised, to the rows of messages',
  columns,
  engine: { kind: 'replacing', version: 'row_version' },
  orderBy: ['hash', 'workchain', 'account', 'lt', 'direction', 'position'],
  settings: { ...shared.rowSettings, ...shared.onePartFile },
  encode: encodeMessageHashRow,
};
