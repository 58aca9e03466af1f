import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MessageTargetError } from '@tonriver/api-model';
import { stubStore, watermarkRows } from '@tonriver/chain-reader/testing';
import { answerSchemaOf } from '../../testing/answer-schema.test-support.ts';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.test-support.ts';

const [HASH, NORMALISED] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const boc = base64(Uint8Array.of(1, 2, 3));
const store = stubStore(async (sql) => watermarkRows(sql) ?? []);

let gateway: TestGateway;
let failure: Error | undefined;
const sent: Uint8Array[] = [];

beforeAll(async () => {
  const messages = {
    async send(bytes: Uint8Array) {
      sent.push(bytes);
      if (failure !== undefined) throw failure;
      return { hash: HASH, normalisedHash: NORMALISED };
    },
  };
  gateway = await startTestGateway(store, { messages });
});
beforeEach(() => {
  failure = undefined;
  sent.length = 0;
});
afterAll(() => gateway.stop());

const post = (path: string, body: unknown, at = gateway) =>
  at.request(path, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });

const info = { '@type': 'raw.extMessageInfo', hash: base64(HASH), hash_norm: base64(NORMALISED) };

describe('a message', () => {
  it.each(['/api', '/toncenter/api'])('is sent by v3 of %s, and answered with its hashes', async (base) => {
    const { status, json, headers } = await post(`${base}/v3/message`, { boc });
    expect([status, json]).toEqual([200, { message_hash: base64(HASH), message_hash_norm: base64(NORMALISED) }]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(sent).toEqual([Uint8Array.of(1, 2, 3)]);
    const dialect = base === '/api' ? 'contract' : 'deployed';
    expect(answerSchemaOf('/v3/message', dialect).parse(json)).toEqual(json);
  });

  it.each([
    ['sendBoc', { '@type': 'ok' }],
    ['sendBocReturnHash', info],
    ['sendBocReturnHashNoError', info],
  ])('is sent by v2 %s, by POST and by jsonRPC', async (name, result) => {
    const plain = await post(`/toncenter/api/v2/${name}`, { boc });
    expect([plain.status, plain.json]).toEqual([200, { ok: true, result, '@extra': expect.any(String) }]);
    expect(answerSchemaOf(`/v2/${name}`, 'deployed').parse(plain.json)).toEqual(plain.json);
    const call = { jsonrpc: '2.0', id: '1', method: name, params: { boc } };
    const called = await post('/toncenter/api/v2/jsonRPC', call);
    expect([called.status, called.json]).toMatchObject([200, { ok: true, result, id: '1' }]);
    expect(sent).toHaveLength(2);
  });

  it('is sent by POST alone', async () => {
    expect((await gateway.request(`/toncenter/api/v2/sendBoc?boc=${boc}`)).status).toBe(404);
    expect((await gateway.request(`/api/v3/message?boc=${boc}`)).status).toBe(405);
    expect(sent).toEqual([]);
  });
});

const PARSE = 'failed to parse post request: ';

describe('a request to send', () => {
  it.each([
    ['/api/v3/message', {}, 400, 'boc is required'],
    ['/api/v3/message', { boc: 'YWJj_w==' }, 400, "Error at path 'boc': invalid base64 encoded bytes"],
    ['/toncenter/api/v3/message', { boc: null }, 401, 'boc is required'],
    ['/toncenter/api/v3/message', { boc: '' }, 401, 'boc is required'],
    ['/toncenter/api/v3/message', { boc: 'a' }, 422, `${PARSE}Error at path 'boc': invalid base64 encoded bytes`],
    ['/toncenter/api/v2/sendBoc', {}, 422, `${PARSE}Error at path 'boc': Field is missing`],
    ['/toncenter/api/v2/sendBoc', { boc: '' }, 422, 'failed to validate request: empty boc'],
    ['/toncenter/api/v2/sendBoc', { boc: 5 }, 422, `${PARSE}Error at path 'boc': Wrong type: string expected`],
    ['/toncenter/api/v2/sendBoc', { boc, more: 1 }, 422, `${PARSE}Unknown property 'more'`],
    ['/toncenter/api/v2/sendBoc', [boc], 422, `${PARSE}request body should be a JSON object`],
    ['/toncenter/api/v2/sendBoc', JSON.stringify({ boc: 'A'.repeat(1 << 20) }), 413, 'too large request'],
  ])('to %s with %j is refused with %i', async (path, body, status, error) => {
    const answer = await post(path, body);
    expect([answer.status, answer.json]).toMatchObject([status, { code: status, error }]);
    expect(sent).toEqual([]);
  });

  it('is answered with 501 when the source of the network takes no messages', async () => {
    const other = await startTestGateway(store);
    const error = 'messages cannot be sent: the source of this network takes none';
    for (const path of ['/api/v3/message', '/toncenter/api/v3/message', '/toncenter/api/v2/sendBocReturnHash']) {
      const { status, json } = await post(path, { boc }, other);
      expect([status, json]).toMatchObject([501, { code: 501, error }]);
    }
    await other.stop();
  });
});

describe('a message that is not accepted', () => {
  const text = 'LITE_SERVER_UNKNOWN: cannot apply external message to current state : exitcode=33';

  it.each([
    ['/api/v3/message', 500],
    ['/toncenter/api/v3/message', 500],
    ['/toncenter/api/v2/sendBoc', 500],
    ['/toncenter/api/v2/sendBocReturnHashNoError', 400],
  ])("is answered by %s with the node's words and status %i", async (path, status) => {
    failure = new MessageTargetError('refused', text);
    const answer = await post(path, { boc });
    expect([answer.status, answer.json]).toMatchObject([status, { code: status, error: text }]);
  });

  it('is answered with 503 when it may be sent again later, and with 504 when nobody knows', async () => {
    failure = new MessageTargetError('overloaded', 'the queue is full', { retryAfterMs: 2_500 });
    const full = await post('/toncenter/api/v2/sendBoc', { boc });
    expect([full.status, full.headers.get('retry-after')]).toEqual([503, '3']);
    expect(full.json).toMatchObject({ ok: false, error: 'the queue is full' });

    failure = new MessageTargetError('unavailable', 'connect ECONNREFUSED 10.0.0.1:8080');
    const away = await post('/api/v3/message', { boc });
    expect([away.status, away.json]).toEqual([
      503,
      { code: 503, error: 'it is not known whether the message was taken: it may be sent again' },
    ]);

    failure = new MessageTargetError('timed_out', 'no answer in time');
    expect((await post('/api/v3/message', { boc })).status).toBe(504);
  });
});

describe('the paths of another service', () => {
  it('are answered by it at the port of the API, without the headers of the API', async () => {
    const other = await startTestGateway(store, {
      beside: { prefix: '/devnet/', answer: ({ url }, response) => response.end(`beside ${url}`) },
    });
    const { text, headers } = await other.request('/devnet/status?x=1');
    expect(text).toBe('beside /devnet/status?x=1');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect((await other.request('/devnetwork')).status).toBe(404);
    await other.stop();
  });
});
