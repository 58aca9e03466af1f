import { sha256 } from '@tonriver/boc';
import { type RowBatch, RowBinaryWriter, type TableDefinition } from '@tonriver/row-schema';

/** One for all rows: memory for each took more time than its bytes. */
const writer = new RowBinaryWriter();

/** The first 8 bytes of SHA-256 over a row in RowBinary: where the row has a checksum itself, that is 0 meanwhile. */
export function rowChecksum<Row>({ encode }: Pick<TableDefinition<Row>, 'encode'>, row: Row): bigint {
  writer.reset();
  encode(writer, row);
  return checksumOf(writer.bytes());
}

/**
 * Appends a row, and puts its checksum in its place, which is the end of the row, whatever stands there: no row has to
 * be encoded once for its checksum and once more with it.
 */
export function addCheckedRow<Row extends { readonly checksum: bigint }>(batch: RowBatch<Row>, row: Row): void {
  const start = batch.byteLength;
  batch.add(row);
  const bytes = batch.rows().bytes.subarray(start);
  const place = new DataView(bytes.buffer, bytes.byteOffset + bytes.length - 8, 8);
  place.setBigUint64(0, 0n, true);
  place.setBigUint64(0, checksumOf(bytes), true);
}

function checksumOf(bytes: Uint8Array): bigint {
  return new DataView(sha256(bytes).buffer).getBigUint64(0);
}
