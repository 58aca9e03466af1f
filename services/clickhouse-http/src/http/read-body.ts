import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { bodyTooSlow, clientLeft, malformedRequestError, notSupportedError, requestTooLargeError } from '../errors.ts';

const unpackers: ReadonlyMap<string, () => Transform> = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

export interface BodyBounds {
  /** Limit for the unpacked content. */
  readonly bytesMax: number;
  /** How long it may take to arrive. */
  readonly msMax: number;
}

/** The unpacked body of a request. The stream fails when the body is larger or slower than its bounds. */
function contentOf(request: IncomingMessage, { bytesMax, msMax }: BodyBounds): Readable {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  const unpacker = unpackers.get(encoding);
  if (encoding !== 'identity' && unpacker === undefined) {
    throw notSupportedError(
      `Content-Encoding ${encoding.slice(0, 20)} is not supported here; gzip, deflate and br are`,
    );
  }
  let bytes = 0;
  // Counted after decompression: a small body may be very large when unpacked.
  const bound = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      if (bytes > bytesMax) done(requestTooLargeError(`The request body is larger than ${bytesMax} bytes`));
      else done(null, chunk);
    },
  });
  const content = unpacker === undefined ? request : request.pipe(unpacker());
  // `pipeline` would close the connection together with the request, and the error could not be answered.
  content.on('error', (error) => bound.destroy(error));
  request.on('error', (error) => bound.destroy(error));
  // A client that leaves in the middle of its body does not always cause an `error` event.
  request.on('close', () => {
    if (!request.complete) bound.destroy(clientLeft());
  });
  const late = setTimeout(() => bound.destroy(bodyTooSlow()), msMax);
  bound.on('close', () => {
    clearTimeout(late);
    request.unpipe();
    content.unpipe();
  });
  return content.pipe(bound);
}

/**
 * Reads and drops the rest of a body that is not used, so that the client gets the answer instead of a broken
 * connection. Limited in bytes and time.
 */
export function drain(
  request: IncomingMessage,
  { bytesMax = 64 * 1024 * 1024, milliseconds = 2000 } = {},
): Promise<void> {
  if (request.complete || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let bytes = 0;
    const timer = setTimeout(resolve, milliseconds);
    const finish = (): void => {
      clearTimeout(timer);
      resolve();
    };
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > bytesMax) finish();
    });
    request.on('end', finish);
    request.on('close', finish);
    request.resume();
  });
}

/** The body as text. @throws ClickHouseHttpError when it is too large, too slow, not UTF-8 or cannot be unpacked */
export async function readBodyText(request: IncomingMessage, bounds: BodyBounds): Promise<string> {
  const chunks: Buffer[] = [];
  await refusingBadContent(async () => {
    for await (const chunk of contentOf(request, bounds)) chunks.push(chunk as Buffer);
  });
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
  } catch {
    throw malformedRequestError(
      'The body is not UTF-8 text; binary data belongs to an INSERT whose statement is in the address (?query=)',
    );
  }
}

/** Writes the body to a file, byte for byte, and returns the number of bytes. */
export async function saveBody(request: IncomingMessage, path: string, bounds: BodyBounds): Promise<number> {
  // A body that is refused at once opens no file.
  const content = contentOf(request, bounds);
  const file = createWriteStream(path, { flags: 'wx' });
  await refusingBadContent(() => pipeline(content, file));
  return file.bytesWritten;
}

async function refusingBadContent(read: () => Promise<void>): Promise<void> {
  try {
    await read();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (typeof code === 'string' && /^(?:Z_|ERR__?BROTLI|ERR_BROTLI)/.test(code)) {
      throw malformedRequestError('The body is not what its Content-Encoding says');
    }
    throw error;
  }
}
