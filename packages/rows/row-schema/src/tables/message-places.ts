import type { RowBinaryWriter } from '../row-binary/row-binary-writer.ts';
import * as shared from './shared-columns.ts';
import type { RowOf, TableDefinition } from './table-definition.ts';

const columns = [
  shared.hashPrefix('message hash, or of its normalised hash'),
  shared.lt,
  shared.workchain,
  shared.shard,
  shared.seqno,
  shared.direction,
  shared.position,
  shared.isNorm,
  shared.mcBlockSeqno,
  shared.rowVersion,
] as const;

/** One place at which a message whose hash begins so may be: readers compare the whole hash there. */
export type MessagePlaceRow = RowOf<typeof columns>;

/** Appends one row, columns in stored order. Written by hand for speed; a test compares it with the column list. */
function encodeMessagePlaceRow(writer: RowBinaryWriter, row: MessagePlaceRow): void {
  writer.uint64(row.hashPrefix);
  writer.uint64(row.lt);
  writer.int32(row.workchain);
  writer.int64(row.shard);
  writer.uint32(row.seqno);
  writer.int8(shared.directionNumbers[row.direction]);
  writer.uint16(row.position);
  writer.bool(row.isNorm);
  writer.nullableUint32(row.mcBlockSeqno);
  writer.uint32(row.rowVersion);
}

export const messagePlacesTable: TableDefinition<MessagePlaceRow, typeof columns> = {
  name: 'message_places',
  comment: 'Look-up: message hash, plain or normalised, to block and logical time of its transactions',
  columns,
  engine: { kind: 'replacing', version: 'row_version' },
  orderBy: ['hash_prefix', 'lt', 'workchain', 'shard', 'seqno', 'direction', 'position', 'is_norm'],
  settings: { ...shared.rowSettings, ...shared.onePartFile },
  encode: encodeMessagePlaceRow,
};
