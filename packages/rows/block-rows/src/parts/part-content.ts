import { RowBinaryReader, RowBinaryWriter } from '@tonriver/row-schema';

/** The content of a part of cells. */
export interface PartContent {
  /** What the block proves of the states before and after each transaction: sides one after the other. */
  readonly states: Uint8Array;
  /** A bag of cells with a root for each transaction. */
  readonly cells: Uint8Array;
}

/** Returns the length of the states, the states, then the cells. */
export function writePartContent({ states, cells }: PartContent): Uint8Array {
  const writer = new RowBinaryWriter(states.length + 8);
  writer.stringBytes(states);
  return Buffer.concat([writer.bytes(), cells]);
}

/** Reads what `writePartContent` wrote. @throws {RowSchemaError} when it is too short */
export function readPartContent(content: Uint8Array): PartContent {
  const reader = new RowBinaryReader(content);
  const states = reader.stringBytes();
  return { states, cells: content.subarray(reader.offset) };
}
