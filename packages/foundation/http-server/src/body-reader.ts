import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { RequestError } from './request-error.ts';

interface BodyBounds {
  /** Applies to the bytes as they arrive, and again to the unpacked bytes. */
  readonly bytesMax: number;
}

/** Reads the whole body of a request. @throws {RequestError} */
export type BodyReader = (request: IncomingMessage, bounds: BodyBounds) => Promise<Buffer>;

/** A body up to this size does not count towards the shared limit: the limit on connections is enough for those. */
const SMALL_BYTES = 64 * 1024;
/** The most bytes of a refused body that are read and dropped. */
const DROPPED_BYTES_MAX = 8 * 1024 * 1024;
const DROPPING_MS_MAX = 1_000;

/**
 * Reads bodies within limits: each body has its own, and all bodies that arrive at the same time share one. A body in
 * gzip, deflate or Brotli is unpacked while it arrives, and refused as soon as it is too large.
 *
 * @param options.heldBytesMax limit for all bodies that arrive at the same time; small ones do not count
 */
export function createBodyReader({ heldBytesMax = 64 * 1024 * 1024 } = {}): BodyReader {
  let held = 0;
  const collect = async (chunks: AsyncIterable<Buffer>, bytesMax: number): Promise<Buffer> => {
    const parts: Buffer[] = [];
    let [length, counted] = [0, 0];
    try {
      for await (const chunk of chunks) {
        length += chunk.length;
        if (length > bytesMax) throw tooLarge(bytesMax);
        const nowCounted = Math.max(0, length - SMALL_BYTES);
        held += nowCounted - counted;
        counted = nowCounted;
        if (counted > 0 && held > heldBytesMax) {
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
      held -= counted;
    }
    return Buffer.concat(parts, length);
  };

  const read = async (request: IncomingMessage, bytesMax: number): Promise<Buffer> => {
    if (Number(request.headers['content-length'] ?? 0) > bytesMax) throw tooLarge(bytesMax);
    const unpack = unpackerOf(request.headers['content-encoding']);
    if (unpack === undefined) return await collect(chunksOf(request), bytesMax);
    let body: Buffer = Buffer.alloc(0);
    await pipeline(boundedChunks(request, bytesMax), unpack, async (chunks: AsyncIterable<Buffer>) => {
      body = await collect(chunks, bytesMax);
    });
    return body;
  };
  return async function readBody(request, { bytesMax }) {
    try {
      return await read(request, bytesMax);
    } catch (error) {
      const refusal = requestErrorOf(error);
      if (refusal.code !== 'body_cut_off') await dropRest(request);
      throw refusal;
    }
  };
}

/** The chunks of a request. Its connection stays open for the answer when the reader stops early. */
function chunksOf(request: IncomingMessage): AsyncIterable<Buffer> {
  return request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
}

/**
 * Reads and drops a limited part of the rest of a refused body. Otherwise a client that is still sending would see a
 * reset connection instead of the answer.
 */
async function dropRest(request: IncomingMessage): Promise<void> {
  const timer = new AbortController();
  const late = sleep(DROPPING_MS_MAX, undefined, { signal: timer.signal }).catch(() => undefined);
  const dropped = (async () => {
    let length = 0;
    for await (const chunk of chunksOf(request)) {
      length += chunk.length;
      if (length > DROPPED_BYTES_MAX) return;
    }
  })();
  await Promise.race([late, dropped.catch(() => undefined)]);
  timer.abort();
}

function tooLarge(bytesMax: number): RequestError {
  return new RequestError('body_too_large', 'The body is too large', { bytesMax });
}

/** Limits the packed bytes too: an endless stream of empty blocks unpacks to nothing. */
async function* boundedChunks(request: IncomingMessage, bytesMax: number): AsyncGenerator<Buffer> {
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

/** Error codes of `node:zlib` for bytes that cannot be unpacked begin with one of these. */
const PACKING_FAULT = /^(?:Z_|ERR_)/;

function requestErrorOf(error: unknown): RequestError {
  if (error instanceof RequestError) return error;
  const { code } = error as { readonly code?: unknown };
  const isUnpacking = typeof code === 'string' && PACKING_FAULT.test(code) && code !== 'ERR_STREAM_PREMATURE_CLOSE';
  return isUnpacking
    ? new RequestError('body_broken', 'The body cannot be unpacked', {}, { cause: error })
    : new RequestError('body_cut_off', 'The caller left', {}, { cause: error });
}
