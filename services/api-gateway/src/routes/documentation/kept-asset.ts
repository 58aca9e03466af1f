import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { RequestHandler } from 'express';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
  '.png': 'image/png',
};

/** Compresses well enough, in a tenth of the time of the best level. */
const BROTLI_QUALITY = 6;

const packers = {
  br: (bytes: Buffer): Promise<Buffer> =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (bytes: Buffer): Promise<Buffer> => promisify(gzip)(bytes),
} as const;

type Packing = keyof typeof packers;
const PACKINGS: readonly Packing[] = ['br', 'gzip'];

/**
 * A file that is sent from memory. It is read once, and compressed once in each encoding when that is first requested.
 * Opening it for each request would take a descriptor each time, which could leak when a client leaves.
 */
export function createKeptAsset(path: string): RequestHandler {
  const bytes = readFileSync(path);
  const contentType = CONTENT_TYPES[extname(path)] ?? 'application/octet-stream';
  const isPackable = contentType !== CONTENT_TYPES['.png'];
  const entityTag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
  const packed = new Map<Packing, Promise<Buffer>>();
  const packedAs = (packing: Packing): Promise<Buffer> => {
    const known = packed.get(packing) ?? packers[packing](bytes);
    packed.set(packing, known);
    return known;
  };
  return async function keptAsset(request, response) {
    response.set({ ETag: entityTag, 'Cache-Control': 'public, max-age=86400', 'Content-Type': contentType });
    if (isPackable) response.vary('Accept-Encoding');
    const packing = isPackable ? request.acceptsEncodings([...PACKINGS, 'identity']) : false;
    if (packing === 'br' || packing === 'gzip') {
      response.set('Content-Encoding', packing);
      response.send(await packedAs(packing));
      return;
    }
    response.send(bytes);
  };
}
