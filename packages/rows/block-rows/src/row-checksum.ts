import { sha256 } from '@tonriver/boc';
import { RowBinaryWriter, type TableDefinition } from '@tonriver/row-schema';

/** One for all rows: memory for each took more time than its bytes. */
const writer = new RowBinaryWriter();

/** The first 8 bytes of SHA-256 over a row in RowBinary: where the row has a checksum itself, that is 0 meanwhile. */
export function rowChecksum<Row>({ encode }: Pick<TableDefinition<Row>, 'encode'>, row: Row): bigint {
  writer.reset();
  encode(writer, row);
  return Buffer.from(sha256(writer.bytes())).readBigUInt64BE(0);
}
