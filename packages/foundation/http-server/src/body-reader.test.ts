import { request as sendRequest } from 'node:http';
import { connect } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type BodyReader, createBodyReader, type HttpServer, openHttpServer, RequestError } from './index.ts';

const BYTES_MAX = 200_000;
let server: HttpServer;
let readBody: BodyReader;
let outcomes: string[];

beforeEach(async () => {
  outcomes = [];
  readBody = createBodyReader({ heldBytesMax: 140_000 });
  server = await openHttpServer({
    host: '127.0.0.1',
    port: 0,
    answer(request, response) {
      const answer = (text: string): void => {
        outcomes.push(text);
        response.end(text);
      };
      readBody(request, { bytesMax: BYTES_MAX }).then(
        (body) => answer(`${body.length} bytes`),
        (error: unknown) => answer(error instanceof RequestError ? error.code : String(error)),
      );
    },
  });
});
afterEach(() => server.stop({ drainMs: 0, graceMs: 100 }));

const post = (body: Uint8Array, headers: Record<string, string> = {}): Promise<string> =>
  new Promise((resolve, reject) => {
    const sent = sendRequest({ port: server.port, method: 'POST', headers }, (response) => {
      response.setEncoding('utf8').on('data', resolve);
    });
    sent.on('error', reject);
    sent.end(body);
  });

describe('the body of a request', () => {
  const body = Buffer.alloc(50_000, 'x');

  it.each([
    ['as it is', body, 'identity'],
    ['in gzip', gzipSync(body), 'gzip'],
    ['in deflate', deflateSync(body), 'deflate'],
    ['in Brotli', brotliCompressSync(body), 'br'],
  ])('%s', async (_what, bytes, encoding) => {
    expect(await post(bytes, { 'content-encoding': encoding })).toBe('50000 bytes');
  });

  it('is refused when it is too large, and the caller is told', async () => {
    expect(await post(Buffer.alloc(3_000_000))).toBe('body_too_large');
    expect(await post(Buffer.alloc(3_000_000), { 'transfer-encoding': 'chunked' })).toBe('body_too_large');
  });

  it('is refused when it is too large after unpacking', async () => {
    const bomb = gzipSync(Buffer.alloc(100_000_000));
    expect(bomb.length).toBeLessThan(BYTES_MAX);
    expect(await post(bomb, { 'content-encoding': 'gzip' })).toBe('body_too_large');
  });

  it('is refused in an unknown encoding, and when its bytes do not fit its encoding', async () => {
    expect(await post(body, { 'content-encoding': 'zstd' })).toBe('body_encoding_unknown');
    expect(await post(body, { 'content-encoding': 'gzip' })).toBe('body_broken');
    expect(await post(gzipSync(body).subarray(0, 30), { 'content-encoding': 'gzip' })).toBe('body_broken');
    expect(await post(body, { 'content-encoding': 'br' })).toBe('body_broken');
  });

  it('is given up when its client leaves', async () => {
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\nabc');
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.resetAndDestroy();
    while (outcomes.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(outcomes).toEqual(['body_cut_off']);
  });

  it('is refused for now while too many bytes of other bodies are arriving', async () => {
    const slow = Array.from({ length: 2 }, () => {
      const sent = sendRequest({ port: server.port, method: 'POST' }, (response) => response.resume());
      sent.on('error', () => undefined);
      sent.write(Buffer.alloc(110_000));
      return sent;
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await post(Buffer.alloc(150_000))).toBe('bodies_overloaded');
    expect(await post(Buffer.alloc(10_000))).toBe('10000 bytes');
    for (const sent of slow) sent.end();
    while (outcomes.length < 4) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await post(Buffer.alloc(150_000))).toBe('150000 bytes');
  });
});
