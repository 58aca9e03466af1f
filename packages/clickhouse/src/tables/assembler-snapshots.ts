import type { RowBinaryWriter } from '../row-binary/row-binary-writer.ts';
import { bytes, uint32, uint8 } from './column-type.ts';
import type { RowOf, TableDefinition } from './table-definition.ts';

const columns = [
  { name: 'slot', type: uint8, codec: 'integer', comment: 'Place of the snapshot: older ones are overwritten in turn' },
  { name: 'mc_block_seqno', type: uint32, codec: 'ordered', comment: 'Round after which it was taken' },
  { name: 'state', type: bytes, codec: 'cells', comment: 'Encoded state' },
] as const;

/** The state of the trace-assembler after one round. */
export type AssemblerSnapshotRow = RowOf<typeof columns>;

/** Appends one row, columns in stored order. Written out by hand because it is on the hot path; a test holds it to the column list. */
export function encodeAssemblerSnapshotRow(writer: RowBinaryWriter, row: AssemblerSnapshotRow): void {
  writer.uint8(row.slot);
  writer.uint32(row.mcBlockSeqno);
  writer.stringBytes(row.state);
}

/** What the trace-assembler carries from round to round */
export const assemblerSnapshotsTable: TableDefinition<AssemblerSnapshotRow, typeof columns> = {
  name: 'assembler_snapshots',
  comment: 'What the trace-assembler carries from round to round',
  columns,
  engine: { kind: 'replacing', version: 'mc_block_seqno' },
  orderBy: ['slot'],
  encode: encodeAssemblerSnapshotRow,
};
