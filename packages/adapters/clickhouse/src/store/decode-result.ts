import { type ColumnList, RowBinaryReader, rowDecoderOf, type RowOf, RowSchemaError } from '@tonriver/row-schema';
import { ClickHouseStoreError } from '../errors.ts';

/** The format in which `select` and `stream` ask for rows: it carries names and types of columns, which are checked. */
export const binaryResultFormat = 'RowBinaryWithNamesAndTypes';

/** Reads the header and checks that it announces exactly these columns. */
function checkHeader(columns: ColumnList, reader: RowBinaryReader): void {
  const count = reader.lengthPrefix();
  const names = columns.map(() => '');
  if (count === columns.length) for (let index = 0; index < count; index++) names[index] = reader.string();
  for (const [index, column] of columns.entries()) {
    const type = count === columns.length ? reader.string() : '';
    if (names[index] === column.name && type === column.type.sql) continue;
    throw new ClickHouseStoreError('clickhouse_result_mismatch', 'A query selects other columns than were announced', {
      announced: `${column.name} ${column.type.sql}`,
      selected: `${names[index] ?? ''} ${type}`,
      announcedCount: columns.length,
      selectedCount: count,
    });
  }
}

/** Decodes a whole result. An empty one may lack its header. */
export function decodeResult<const Columns extends ColumnList>(columns: Columns, bytes: Uint8Array): RowOf<Columns>[] {
  const rows: RowOf<Columns>[] = [];
  if (bytes.length === 0) return rows;
  try {
    const reader = new RowBinaryReader(bytes);
    checkHeader(columns, reader);
    const decode = rowDecoderOf(columns);
    while (!reader.isAtEnd) rows.push(decode(reader));
  } catch (error) {
    throw asStoreError(error);
  }
  return rows;
}

/**
 * Decodes a result that arrives in pieces cut anywhere, a batch of rows per piece. Memory: one piece and one row.
 */
export async function* decodePieces<const Columns extends ColumnList>(
  columns: Columns,
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly RowOf<Columns>[]> {
  const decode = rowDecoderOf(columns);
  let rest: Uint8Array = new Uint8Array(0);
  let isHeaderRead = false;
  for await (const piece of pieces) {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    const reader = new RowBinaryReader(bytes);
    const rows: RowOf<Columns>[] = [];
    let completeBytes = 0;
    try {
      if (!isHeaderRead) {
        checkHeader(columns, reader);
        isHeaderRead = true;
        completeBytes = reader.offset;
      }
      while (!reader.isAtEnd) {
        rows.push(decode(reader));
        completeBytes = reader.offset;
      }
    } catch (error) {
      // The piece ends inside a row (or the header): its beginning waits for the next piece.
      if (!isTruncated(error)) throw asStoreError(error);
    }
    rest = bytes.subarray(completeBytes);
    if (rows.length > 0) yield rows;
  }
  if (rest.length > 0) {
    throw new ClickHouseStoreError('clickhouse_unreadable_result', 'A result ends inside a row', {
      restBytes: rest.length,
    });
  }
}

function isTruncated(error: unknown): boolean {
  return error instanceof RowSchemaError && error.code === 'row_binary_truncated';
}

/** Every failure of a store is a `ClickHouseStoreError`, also a result that does not decode as rows. */
function asStoreError(error: unknown): unknown {
  if (!(error instanceof RowSchemaError)) return error;
  const fields = { ...error.fields, reason: error.code };
  return new ClickHouseStoreError('clickhouse_unreadable_result', error.message, fields, { cause: error });
}
