import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { RequestHandler } from 'express';
import { acceptedCoding, compress, type ContentCoding } from '../content-coding.ts';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};

/**
 * A file that is sent from memory. It is read once, and compressed once in each encoding when that is first requested.
 * Opening it for each request would take a descriptor each time, which could leak when a client leaves.
 *
 * @param headers sent with it; by default it may be kept for a day without asking
 */
export function createKeptAsset(
  path: string,
  headers: Readonly<Record<string, string>> = { 'Cache-Control': 'public, max-age=86400' },
): RequestHandler {
  const bytes = readFileSync(path);
  const contentType = CONTENT_TYPES[extname(path)] ?? 'application/octet-stream';
  const isText = contentType !== CONTENT_TYPES['.png'];
  const entityTag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
  const compressed = new Map<ContentCoding, Promise<Buffer>>();
  const compressedAs = (coding: ContentCoding): Promise<Buffer> => {
    const known = compressed.get(coding) ?? compress(bytes, coding, 'small');
    compressed.set(coding, known);
    return known;
  };
  return async function keptAsset(request, response) {
    response.set({ ...headers, ETag: entityTag, 'Content-Type': contentType });
    if (isText) response.vary('Accept-Encoding');
    const coding = isText ? acceptedCoding(request) : undefined;
    if (coding !== undefined) response.set('Content-Encoding', coding);
    response.send(coding === undefined ? bytes : await compressedAs(coding));
  };
}
