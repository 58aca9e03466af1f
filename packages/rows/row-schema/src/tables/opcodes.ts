import type { RowBinaryWriter } from '../row-binary/row-binary-writer.ts';
import { uint32 } from './column-type.ts';
import * as shared from './shared-columns.ts';
import type { RowOf, TableDefinition } from './table-definition.ts';

const columns = [
  { name: 'opcode', type: uint32, codec: 'integer', comment: 'First 32 bits of the body' },
  shared.lt,
  shared.workchain,
  shared.account,
  shared.direction,
  shared.position,
  shared.mcBlockSeqno,
  shared.rowVersion,
] as const;

/** One message with its opcode. Messages without an opcode have no row. */
export type OpcodeRow = RowOf<typeof columns>;

/** Appends one row, columns in stored order. Written by hand for speed; a test compares it with the column list. */
function encodeOpcodeRow(writer: RowBinaryWriter, row: OpcodeRow): void {
  writer.uint32(row.opcode);
  writer.uint64(row.lt);
  writer.int32(row.workchain);
  writer.bytes32(row.account);
  writer.int8(shared.directionNumbers[row.direction]);
  writer.uint16(row.position);
  writer.nullableUint32(row.mcBlockSeqno);
  writer.uint32(row.rowVersion);
}

export const opcodesTable: TableDefinition<OpcodeRow, typeof columns> = {
  name: 'opcodes',
  comment: 'Look-up: opcode to the rows of messages, oldest first',
  columns,
  engine: { kind: 'replacing', version: 'row_version' },
  orderBy: ['opcode', 'lt', 'workchain', 'account', 'direction', 'position'],
  settings: shared.lookupSettings,
  encode: encodeOpcodeRow,
};
