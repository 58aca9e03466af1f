import { type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Cache, createMemoryCache } from '@tonriver/cache';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { CONTENT_CODINGS, compress } from './content-coding.ts';
import { LAST_SEQNO } from './testing/sample-chain.test-support.ts';
import { openSampleStore } from './testing/sample-store.test-support.ts';
import { startTestGateway, type TestGateway } from './testing/test-gateway.test-support.ts';

const PATH = `/api/v3/masterchainBlockShards?seqno=${LAST_SEQNO}`;

const answersKept: string[] = [];
const memory = createMemoryCache({ bytesMax: 1024 * 1024 });
const watched: Cache = {
  ...memory,
  setMany(entries) {
    for (const { key } of entries) if (key.includes(':masterchainBlockShards:')) answersKept.push(key);
    return memory.setMany(entries);
  },
};

let store: ClickHouseStore;
let gateway: TestGateway;

beforeAll(async () => {
  store = await openSampleStore();
  gateway = await startTestGateway(store, { cache: watched });
}, 60_000);

afterAll(async () => {
  await gateway?.stop();
  await store?.close();
});

interface RawAnswer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

interface AskOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly path?: string;
}

/** Asks without the decompression of `fetch`. */
function ask(encoding: string | undefined, { method = 'GET', headers = {}, path = PATH }: AskOptions = {}) {
  return new Promise<RawAnswer>((resolve, reject) => {
    const sent = { ...headers, ...(encoding === undefined ? {} : { 'accept-encoding': encoding }) };
    const asking = request({ port: gateway.port, path, method, headers: sent }, (response) => {
      buffer(response).then(
        (body) => resolve({ status: response.statusCode, headers: response.headers, body }),
        reject,
      );
    });
    asking.on('error', reject).end();
  });
}

it.each([
  ['br', 'br', brotliDecompressSync],
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['br;q=0, gzip', 'gzip', gunzipSync],
  ['identity', undefined, (bytes: Buffer) => bytes],
  [undefined, undefined, (bytes: Buffer) => bytes],
] as const)('Accept-Encoding %s gets %s', async (encoding, coding, decompress) => {
  const plain = await ask(undefined);
  for (const answer of [await ask(encoding), await ask(encoding)]) {
    expect(answer.status).toBe(200);
    expect(answer.headers['content-encoding']).toBe(coding);
    expect(answer.headers['content-length']).toBe(String(answer.body.length));
    expect(answer.headers.vary).toContain('Accept-Encoding');
    expect(answer.headers.etag).toBe(plain.headers.etag);
    expect(decompress(answer.body).equals(plain.body)).toBe(true);
  }
});

it.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('an answer that is not kept is compressed too: %s', async (coding, decompress) => {
  for (const path of [`/api/v3/decode?${'opcodes=0x0f8a7ea5&'.repeat(200)}`, '/api/v2/getMasterchainInfo']) {
    const [plain, answer] = [await ask(undefined, { path }), await ask(coding, { path })];
    const isLong = plain.body.length >= 1024;
    expect(isLong).toBe(path.includes('decode'));
    expect(answer.headers['content-encoding']).toBe(isLong ? coding : undefined);
    expect(answer.headers['content-length']).toBe(String(answer.body.length));
    expect(answer.headers.vary).toContain('Accept-Encoding');
    if (isLong) expect(decompress(answer.body).equals(plain.body)).toBe(true);
  }
});

it.each(CONTENT_CODINGS)('what is compressed is whole, in this thread and in another one: %s', async (coding) => {
  const decompress = coding === 'br' ? brotliDecompressSync : gunzipSync;
  for (const length of [0, 1, 256 * 1024, 256 * 1024 + 1]) {
    const text = Buffer.from('0123456789abcdef'.repeat(Math.ceil(length / 16)).slice(0, length));
    expect(decompress(await compress(text, coding)).equals(text)).toBe(true);
  }
});

it('keeps an answer once for each coding, as it is sent', async () => {
  for (const encoding of ['br', 'gzip', undefined, 'br', 'gzip', undefined]) await ask(encoding);
  const codings = answersKept.map((key) => /:(br|gzip)$/.exec(key)?.[1] ?? 'none');
  expect(codings.toSorted()).toEqual(['br', 'gzip', 'none']);
});

it('HEAD has the headers of the compressed answer, and no body', async () => {
  const [head, whole] = [await ask('br', { method: 'HEAD' }), await ask('br')];
  expect([head.status, head.body.length]).toEqual([200, 0]);
  expect(head.headers['content-length']).toBe(whole.headers['content-length']);
});

it('an unchanged compressed answer is 304', async () => {
  const { headers } = await ask('br');
  const again = await ask('br', { headers: { 'if-none-match': headers.etag ?? '' } });
  expect([again.status, again.body.length]).toEqual([304, 0]);
});
