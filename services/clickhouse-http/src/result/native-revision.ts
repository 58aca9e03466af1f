import { ClickHouseHttpError } from '../errors.ts';
import { lengthOfColumn } from './native-column-length.ts';
import { NativeReader } from './native-reader.ts';

/** From this protocol revision on, a flag before each column says whether the column has a custom serialization. */
const customSerializationRevision = 54_454;

/** "Not an overflow row, no bucket", as fields with their numbers; the end is field 0. */
const blockInfo = Buffer.from([1, 0, 2, 0xff, 0xff, 0xff, 0xff, 0]);

/**
 * Converts a block of the Native format from the form that the engine writes to files into the form that a client of
 * this revision reads (`client_protocol_version`): facts about the block go in front, and a zero goes between the type
 * and the data of every column. The type of a column determines where it ends.
 */
export function nativeOfRevision(block: Uint8Array, revision: number): Buffer {
  if (revision <= 0) return Buffer.from(block);
  const reader = new NativeReader(block);
  const parts: Uint8Array[] = [];
  while (!reader.isAtEnd) {
    parts.push(blockInfo);
    const start = reader.offset;
    const columnCount = reader.count();
    const rowCount = reader.count();
    parts.push(reader.from(start));
    for (let index = 0; index < columnCount; index++) {
      const nameStart = reader.offset;
      reader.skip(reader.count());
      const typeLength = reader.count();
      const type = Buffer.from(reader.take(typeLength)).toString('utf8');
      parts.push(reader.from(nameStart));
      if (revision >= customSerializationRevision) parts.push(Buffer.from([0]));
      const dataStart = reader.offset;
      if (rowCount > 0) skipColumn(reader, type, rowCount);
      parts.push(reader.from(dataStart));
    }
  }
  return Buffer.concat(parts);
}

function skipColumn(reader: NativeReader, type: string, rowCount: number): void {
  if (lengthOfColumn(reader, type, rowCount)) return;
  throw new ClickHouseHttpError(
    'not_supported',
    `Columns of type ${type.slice(0, 100)} cannot be sent in the Native format to this client; cast them, or ask for another format`,
    { status: 501, serverCode: 48, serverName: 'NOT_IMPLEMENTED' },
  );
}
