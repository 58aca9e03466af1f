import { bytes, uint64, uint8 } from './column-type.ts';
import { encoderOf, type RowOf, type TableDefinition } from './table-definition.ts';

const columns = [
  { name: 'slot', type: uint8, codec: 'integer', comment: 'Slot of the snapshot; the slots are overwritten in turn' },
  { name: 'generation', type: uint64, codec: 'ordered', comment: 'Increases with every snapshot' },
  { name: 'state', type: bytes, codec: 'cells', comment: 'Encoded state' },
] as const;

/** The state of the trace-assembler after the rounds it has assembled. */
export type AssemblerSnapshotRow = RowOf<typeof columns>;

export const assemblerSnapshotsTable: TableDefinition<AssemblerSnapshotRow, typeof columns> = {
  name: 'assembler_snapshots',
  comment: 'State that the trace-assembler keeps between rounds',
  columns,
  engine: { kind: 'replacing', version: 'generation' },
  orderBy: ['slot'],
  encode: encoderOf(columns),
};
