import { sha256 } from '@tonriver/boc';
import { RowBinaryWriter, type TableDefinition } from '@tonriver/row-schema';

/** The first 8 bytes of SHA-256 over a row in RowBinary: where the row has a checksum itself, that is 0 meanwhile. */
export function rowChecksum<Row>({ encode }: Pick<TableDefinition<Row>, 'encode'>, row: Row): bigint {
  const writer = new RowBinaryWriter(512);
  encode(writer, row);
  return Buffer.from(sha256(writer.bytes())).readBigUInt64BE(0);
}
