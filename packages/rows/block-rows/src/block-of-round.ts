import { type BlockRow, blocksTable, decodeRow, RowBinaryReader, RowBinaryWriter } from '@tonriver/row-schema';

/** Returns the row of a block for `blocks_of_rounds`. */
export function encodeBlock(row: BlockRow): Uint8Array {
  const writer = new RowBinaryWriter(1024);
  blocksTable.encode(writer, row);
  return writer.bytes();
}

/** The inverse of `encodeBlock`. @throws {RowSchemaError} when the bytes are not those of a block */
export function decodeBlock(bytes: Uint8Array): BlockRow {
  return decodeRow(blocksTable.columns, new RowBinaryReader(bytes));
}
