import type { ResultPiece } from '@tonriver/chdb';
import { RowBinaryReader } from '@tonriver/row-schema';
import { ClickHouseHttpError } from '../errors.ts';

const streamable: ReadonlySet<string> = new Set([
  ...'TabSeparated TSV Raw TSVRaw TabSeparatedRaw CSV LineAsString TSKV RowBinary Native'.split(' '),
  ...'JSONEachRow JSONLines NDJSON JSONCompactEachRow JSONStringsEachRow JSONCompactStringsEachRow'.split(' '),
]);

/** The format whose header the engine repeats with each piece; it is removed from all but the first. */
export const headedFormat = 'RowBinaryWithNamesAndTypes';

/** Whether pieces of this format make one document when they are joined. For others the whole result is made first. */
export function isStreamable(format: string): boolean {
  return streamable.has(format) || format === headedFormat;
}

const contentTypes: Readonly<Record<string, string>> = {
  TabSeparated: 'text/tab-separated-values; charset=UTF-8',
  TSV: 'text/tab-separated-values; charset=UTF-8',
  TabSeparatedWithNames: 'text/tab-separated-values; charset=UTF-8; header=present',
  TSVWithNames: 'text/tab-separated-values; charset=UTF-8; header=present',
  CSV: 'text/csv; charset=UTF-8; header=absent',
  CSVWithNames: 'text/csv; charset=UTF-8; header=present',
  JSON: 'application/json; charset=UTF-8',
  JSONCompact: 'application/json; charset=UTF-8',
  JSONEachRow: 'application/x-ndjson; charset=UTF-8',
  JSONCompactEachRow: 'application/x-ndjson; charset=UTF-8',
};

/** The Content-Type of a format. Binary unless it is known to be text, so that no browser shows an answer as a page. */
export function contentTypeOf(format: string): string {
  if (contentTypes[format] !== undefined) return contentTypes[format];
  if (format.startsWith('Pretty') || format === 'Vertical' || format === 'Values') return 'text/plain; charset=UTF-8';
  if (format.startsWith('JSON')) return 'application/json; charset=UTF-8';
  return 'application/octet-stream';
}

/** The format at the end of a statement, if there is one: `… FORMAT JSON`. Settings may follow it. */
export function formatOfStatement(sql: string): string | undefined {
  return /\bFORMAT\s+([A-Za-z][A-Za-z0-9]*)\s*(?:SETTINGS\b[^']*)?;?\s*$/i.exec(sql)?.[1];
}

/** Joins pieces that each begin with the same header. */
export async function* withoutRepeatedHeaders(pieces: AsyncIterable<ResultPiece>): AsyncGenerator<ResultPiece> {
  let header: Uint8Array | undefined;
  for await (const piece of pieces) {
    const { bytes, rowCount } = piece;
    if (header === undefined) {
      header = headerOf(bytes);
      yield piece;
      continue;
    }
    if (Buffer.compare(header, bytes.subarray(0, header.length)) !== 0) {
      throw new ClickHouseHttpError('result_format_changed', 'A result changed its columns on the way', {
        status: 500,
        serverCode: 49,
        serverName: 'LOGICAL_ERROR',
      });
    }
    if (bytes.length > header.length) yield { bytes: bytes.subarray(header.length), rowCount };
  }
}

function headerOf(piece: Uint8Array): Uint8Array {
  const reader = new RowBinaryReader(piece);
  const columns = reader.lengthPrefix();
  for (let index = 0; index < columns * 2; index++) reader.stringBytes();
  return piece.slice(0, reader.offset);
}
