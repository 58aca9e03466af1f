import type { ServerResponse } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { EngineSession } from '@tonriver/clickhouse';
import { contentTypeOf, headedFormat, isStreamable, withoutRepeatedHeaders } from './result-formats.ts';

/** What an answer says about itself before its content. */
export interface ResultHeaders {
  readonly queryId: string;
  readonly format: string;
  readonly writtenRows: number;
  readonly isGzipWelcome: boolean;
}

/** A result that is waited for whole (`wait_end_of_query=1`) is held up to this; a longer one begins before its end. */
const heldBytesMax = 64 * 1024 * 1024;

/** Sends a result that is there already. */
export async function sendWhole(response: ServerResponse, headers: ResultHeaders, bytes: Uint8Array): Promise<void> {
  writeHead(response, headers);
  await pipeline(Readable.from([bytes], { objectMode: false }), compression(headers), response);
}

/**
 * Runs a statement and sends its result. Pieces go out as the engine makes them and the client takes them; the status
 * waits for the first one, so that an error before it is answered as such. Formats that cannot be put together from
 * pieces are made whole first, within the session's `max_result_bytes`.
 */
export async function sendPieces(
  response: ServerResponse,
  headers: ResultHeaders,
  isWaitingForEnd: boolean,
  session: EngineSession,
  sql: string,
): Promise<void> {
  if (!isStreamable(headers.format) || !isSelect(sql)) {
    return sendWhole(response, headers, await session.query(sql, headers.format));
  }
  const stream = session.stream(sql, headers.format);
  const pieces = (headers.format === headedFormat ? withoutRepeatedHeaders(stream) : stream)[Symbol.asyncIterator]();
  const held: Uint8Array[] = [];
  let heldBytes = 0;
  let isAtEnd = false;
  try {
    do {
      const next = await pieces.next();
      if (next.done === true) isAtEnd = true;
      else {
        held.push(next.value);
        heldBytes += next.value.length;
      }
    } while (!isAtEnd && isWaitingForEnd && heldBytes < heldBytesMax);
    writeHead(response, headers);
    await pipeline(
      Readable.from(joined(held, isAtEnd ? undefined : pieces), { objectMode: false }),
      compression(headers),
      response,
    );
  } finally {
    // Also when the client went away: the engine stops computing.
    await pieces.return?.(undefined);
  }
}

async function* joined(held: Uint8Array[], rest: AsyncIterator<Uint8Array> | undefined): AsyncGenerator<Uint8Array> {
  yield* held.splice(0);
  while (rest !== undefined) {
    const next = await rest.next();
    if (next.done === true) return;
    yield next.value;
  }
}

/** Only these can be read in pieces; other statements have short answers. */
function isSelect(sql: string): boolean {
  return /^[\s(]*(SELECT|WITH)\b/i.test(sql);
}

function compression({ isGzipWelcome }: ResultHeaders): PassThrough | ReturnType<typeof createGzip> {
  return isGzipWelcome ? createGzip({ level: 1 }) : new PassThrough();
}

function writeHead(response: ServerResponse, headers: ResultHeaders): void {
  const summary = {
    read_rows: '0',
    read_bytes: '0',
    written_rows: String(headers.writtenRows),
    written_bytes: '0',
    total_rows_to_read: '0',
    result_rows: '0',
    result_bytes: '0',
    elapsed_ns: '0',
  };
  response.writeHead(200, {
    'Content-Type': contentTypeOf(headers.format),
    'X-ClickHouse-Server-Display-Name': 'tonriver',
    'X-ClickHouse-Query-Id': headers.queryId,
    'X-ClickHouse-Format': headers.format,
    'X-ClickHouse-Timezone': 'UTC',
    'X-ClickHouse-Summary': JSON.stringify(summary),
    ...(headers.isGzipWelcome ? { 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' } : {}),
  });
}
