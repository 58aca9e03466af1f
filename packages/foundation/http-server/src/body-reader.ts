import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { RequestError } from './request-error.ts';

export interface BodyBounds {
  /** As they come, and once more when they are unpacked. */
  readonly bytesMax: number;
}

/** Reads the whole body of a request. @throws {RequestError} */
export type BodyReader = (request: IncomingMessage, bounds: BodyBounds) => Promise<Buffer>;

/** A body up to here counts for nothing in the common store: so many connections cannot be that it matters. */
const SMALL_BYTES = 64 * 1024;
/** What is read and thrown away of a body that is refused. */
const PASSED_OVER_BYTES = 8 * 1024 * 1024;
const PASSED_OVER_MS = 1_000;

/**
 * Reads bodies within bounds: each has its own, and all that are on their way at one time share one. A body in gzip,
 * deflate or Brotli is unpacked as it comes, and left as soon as it is larger than it may be.
 *
 * @param options.heldBytesMax of all bodies that are being received, small ones not counted
 */
export function createBodyReader({ heldBytesMax = 64 * 1024 * 1024 } = {}): BodyReader {
  let held = 0;
  const collect = async (chunks: AsyncIterable<Buffer>, bytesMax: number): Promise<Buffer> => {
    const parts: Buffer[] = [];
    let [length, mine] = [0, 0];
    try {
      for await (const chunk of chunks) {
        length += chunk.length;
        if (length > bytesMax) throw tooLarge(bytesMax);
        const counted = Math.max(0, length - SMALL_BYTES);
        held += counted - mine;
        mine = counted;
        if (mine > 0 && held > heldBytesMax) {
          throw new RequestError(
            'bodies_overloaded',
            'Too many large bodies are on their way',
            {},
            { isRetryable: true },
          );
        }
        parts.push(chunk);
      }
    } finally {
      held -= mine;
    }
    return Buffer.concat(parts, length);
  };

  const read = async (request: IncomingMessage, bytesMax: number): Promise<Buffer> => {
    if (Number(request.headers['content-length'] ?? 0) > bytesMax) throw tooLarge(bytesMax);
    const unpack = unpackerOf(request.headers['content-encoding']);
    if (unpack === undefined) return await collect(chunksOf(request), bytesMax);
    let body: Buffer = Buffer.alloc(0);
    await pipeline(limited(request, bytesMax), unpack, async (chunks: AsyncIterable<Buffer>) => {
      body = await collect(chunks, bytesMax);
    });
    return body;
  };
  return async function readBody(request, { bytesMax }) {
    try {
      return await read(request, bytesMax);
    } catch (error) {
      const refusal = requestErrorOf(error);
      if (refusal.code !== 'body_cut_off') await passOver(request);
      throw refusal;
    }
  };
}

/** The chunks of a request, which is still there for an answer when its reader leaves early. */
function chunksOf(request: IncomingMessage): AsyncIterable<Buffer> {
  return request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
}

/**
 * What is left of a body that is refused, so far: a client that is still sending would otherwise find its connection
 * reset and never see why.
 */
async function passOver(request: IncomingMessage): Promise<void> {
  const timer = new AbortController();
  const late = sleep(PASSED_OVER_MS, undefined, { signal: timer.signal }).catch(() => undefined);
  const over = (async () => {
    let length = 0;
    for await (const chunk of chunksOf(request)) {
      length += chunk.length;
      if (length > PASSED_OVER_BYTES) return;
    }
  })();
  await Promise.race([late, over.catch(() => undefined)]);
  timer.abort();
}

function tooLarge(bytesMax: number): RequestError {
  return new RequestError('body_too_large', 'The body is too large', { bytesMax });
}

/** What comes packed is bounded too: an endless stream of empty blocks unpacks to nothing. */
async function* limited(request: IncomingMessage, bytesMax: number): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of chunksOf(request)) {
    length += chunk.length;
    if (length > bytesMax) throw tooLarge(bytesMax);
    yield chunk;
  }
}

function unpackerOf(encoding = 'identity'): (Readable & NodeJS.WritableStream) | undefined {
  switch (encoding.trim().toLowerCase()) {
    case 'identity':
      return undefined;
    case 'gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      throw new RequestError('body_encoding_unknown', 'The content encoding is not known');
  }
}

/** The codes of `node:zlib` for what was packed wrongly begin so. */
const PACKING_FAULT = /^(?:Z_|ERR_)/;

function requestErrorOf(error: unknown): RequestError {
  if (error instanceof RequestError) return error;
  const { code } = error as { readonly code?: unknown };
  const isUnpacking = typeof code === 'string' && PACKING_FAULT.test(code) && code !== 'ERR_STREAM_PREMATURE_CLOSE';
  return isUnpacking
    ? new RequestError('body_broken', 'The body cannot be unpacked', {}, { cause: error })
    : new RequestError('body_cut_off', 'The caller left', {}, { cause: error });
}
