import type { ServerResponse } from 'node:http';
import { contentTypeOf } from '../result/result-formats.ts';
import type { Answer, AnswerPiece, Packing, StatementCounts } from '../statements/statement.ts';
import { noCounts } from '../statements/statement.ts';

/** Facts for the headers of an answer. */
export interface AnswerHeaders {
  readonly queryId: string;
  readonly packing: Packing;
  readonly isWaitingForEnd: boolean;
}

/** The client that receives the answer. */
interface Receiver {
  /** Aborts when the client has left. */
  readonly left: AbortSignal;
  /** A client that reads nothing for this long is cut off. */
  readonly stallMsMax: number;
  /** A client that has not read the whole answer this long after its beginning is cut off; absent: no bound. */
  readonly sendMsMax: number | undefined;
}

/**
 * With `wait_end_of_query=1` a result up to this size is sent only when it is complete. A larger one is sent earlier.
 */
const heldBytesMax = 64 * 1024 * 1024;
/**
 * Otherwise a result up to this size is sent when it is complete, so that its headers have exact counts or its error.
 */
const bufferedBytesMax = 1024 * 1024;

/**
 * Sends an answer as fast as the client reads it. The headers are sent at the end of a short answer, or after the first
 * megabyte of a longer one, so that an error up to then still gets its own status and counts are exact.
 */
export async function sendAnswer(
  response: ServerResponse,
  { format, pieces }: Answer,
  headers: AnswerHeaders,
  receiver: Receiver,
): Promise<void> {
  let late: NodeJS.Timeout | undefined;
  try {
    const held = await firstPieces(pieces, headers.isWaitingForEnd ? heldBytesMax : bufferedBytesMax);
    if (receiver.left.aborted) return;
    const length = held.isAtEnd ? held.bytes.reduce((sum, bytes) => sum + bytes.length, 0) : undefined;
    if (receiver.sendMsMax !== undefined) late = setTimeout(() => response.destroy(), receiver.sendMsMax);
    writeHead(response, { ...headers, format, counts: held.counts, length });
    for (const bytes of held.bytes) await write(response, bytes, receiver);
    if (!held.isAtEnd) {
      for await (const { bytes } of pieces) {
        await write(response, bytes, receiver);
        if (receiver.left.aborted) return;
      }
    }
    response.end();
  } finally {
    clearTimeout(late);
    // Stops the engine, also when the client has left.
    await pieces.return(undefined);
  }
}

async function firstPieces(
  pieces: AsyncGenerator<AnswerPiece>,
  bytesMax: number,
): Promise<{ readonly bytes: readonly Uint8Array[]; readonly counts: StatementCounts; readonly isAtEnd: boolean }> {
  const bytes: Uint8Array[] = [];
  let heldBytes = 0;
  let counts = noCounts;
  while (heldBytes < bytesMax) {
    const next = await pieces.next();
    if (next.done === true) return { bytes, counts, isAtEnd: true };
    counts = next.value.counts;
    heldBytes += next.value.bytes.length;
    bytes.push(next.value.bytes);
  }
  return { bytes, counts, isAtEnd: false };
}

async function write(response: ServerResponse, bytes: Uint8Array, { left, stallMsMax }: Receiver): Promise<void> {
  if (bytes.length === 0 || left.aborted || response.write(bytes)) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      response.off('drain', done);
      left.removeEventListener('abort', done);
      resolve();
    };
    // This closes the connection, and then `left` aborts.
    const timer = setTimeout(() => response.destroy(), stallMsMax);
    response.once('drain', done);
    left.addEventListener('abort', done, { once: true });
  });
}

function writeHead(
  response: ServerResponse,
  {
    format,
    counts,
    packing,
    queryId,
    length,
  }: AnswerHeaders & {
    readonly format: string;
    readonly counts: StatementCounts;
    readonly length: number | undefined;
  },
): void {
  const isHttpPacking = packing !== 'plain' && packing !== 'click-house-blocks';
  response.writeHead(200, {
    'Content-Type': contentTypeOf(format),
    'X-ClickHouse-Server-Display-Name': 'tonriver',
    'X-ClickHouse-Query-Id': queryId,
    'X-ClickHouse-Format': format,
    'X-ClickHouse-Timezone': 'UTC',
    'X-ClickHouse-Summary': JSON.stringify(summaryOf(counts)),
    ...(length === undefined ? {} : { 'Content-Length': String(length) }),
    ...(isHttpPacking ? { 'Content-Encoding': packing, Vary: 'Accept-Encoding' } : {}),
  });
}

function summaryOf(counts: StatementCounts): Readonly<Record<string, string>> {
  return {
    read_rows: String(counts.readRows),
    read_bytes: String(counts.readBytes),
    written_rows: String(counts.writtenRows),
    written_bytes: '0',
    total_rows_to_read: String(counts.readRows),
    result_rows: String(counts.resultRows),
    result_bytes: String(counts.resultBytes),
    elapsed_ns: String(counts.elapsedNanoseconds),
  };
}
