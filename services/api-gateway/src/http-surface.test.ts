import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DIALECT_NAMES } from '@tonriver/api-model';
import { stubStore, watermarkRows } from '@tonriver/chain-reader/testing';
import { missingRoutes } from './endpoints/not-implemented.ts';
import { answerSchemaOf } from './testing/answer-schema.test-support.ts';
import { bodies } from './testing/sample-chain.test-support.ts';
import { startTestGateway, type TestAnswer, type TestGateway } from './testing/test-gateway.test-support.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway(
    stubStore(async (sql) => watermarkRows(sql) ?? []),
    {
      isTestnet: true,
      config: {
        baseUrls: { main: 'https://main.example', test: 'https://test.example' },
      },
    },
  );
});

afterAll(async () => {
  await gateway?.stop();
});

/** What the envelope of v2 says of the time. */
const extraOf = (json: TestAnswer['json']): object => ('@extra' in json ? { '@extra': expect.any(String) } : {});
const post = (path: string, body: string, contentType = 'application/json') =>
  gateway.request(path, { method: 'POST', body, headers: { 'content-type': contentType } });

describe('routes', () => {
  it.each(['/nope', '/api', '/api/v3/nope', '/API/V3/masterchainInfo', '/toncenter/api/v3/nope', '/api/v4/decode'])(
    'GET %s is unknown',
    async (path) => {
      const { status, json } = await gateway.request(path);
      expect([status, json]).toEqual([404, { code: 404, error: `no such endpoint: GET ${path}` }]);
    },
  );

  it.each([
    ['DELETE', '/api/v3/decode', 'GET, POST, HEAD, OPTIONS'],
    ['POST', '/toncenter/api/v3/masterchainInfo', 'GET, HEAD, OPTIONS'],
    ['GET', '/api/v3/runGetMethod', 'POST, OPTIONS'],
  ])('%s %s is not allowed', async (method, path, allow) => {
    const { status, json, headers } = await gateway.request(path, { method });
    expect([status, json]).toEqual([405, { code: 405, error: `method ${method} is not allowed here` }]);
    expect(headers.get('allow')).toBe(allow);
  });

  it.each([
    ['/api', 400],
    ['/toncenter/api', 422],
  ])('pendingActions of %s checks its input before it answers 501, without a store', async (base, badRequest) => {
    const path = `${base}/v3/pendingActions`;
    const hash = '00'.repeat(32);
    const answers = async (...queries: string[]) =>
      await Promise.all(queries.map(async (query) => (await gateway.request(`${path}?${query}`)).json));
    expect(await answers(`account=0:${hash}`, `ext_msg_hash=${hash}&include_transactions=true`)).toEqual(
      Array(2).fill({ code: 501, error: 'pendingActions is not available: no store of pending traces is configured' }),
    );
    expect(await answers('', 'supported_action_types=v1')).toEqual(
      Array(2).fill({ code: badRequest, error: 'account or ext_msg_hash should be specified' }),
    );
    const wrong = 'failed to decode: schema: error converting value for';
    expect(await answers('account=x', `ext_msg_hash=${hash},x`, `account=0:${hash}&include_transactions=2`)).toEqual([
      { code: badRequest, error: `${wrong} "account"` },
      { code: badRequest, error: `${wrong} index 0 of "ext_msg_hash"` },
      { code: badRequest, error: `${wrong} "include_transactions"` },
    ]);
  });

  it('every route of the deployed service that no endpoint serves answers 501, and 405 to other methods', async () => {
    for (const { path, methods } of missingRoutes) {
      const error = `${path.replace(/^\/v[23]\//, '')} is not implemented yet`;
      for (const base of ['/api', '/toncenter/api']) {
        for (const method of methods) {
          const { status, json } = await gateway.request(`${base}${path}`, { method });
          const envelope = path.startsWith('/v2/') ? { ok: false } : {};
          // Errors of the deployed service that emulates have no code.
          const code = base === '/toncenter/api' && path.startsWith('/emulate/') ? {} : { code: 501 };
          expect([path, status, json]).toEqual([path, 501, { ...envelope, error, ...code, ...extraOf(json) }]);
        }
        const other = methods.length === 2 ? 'DELETE' : methods[0] === 'GET' ? 'POST' : 'GET';
        const isHidden = base === '/toncenter/api' && path.startsWith('/v2/') && other === 'GET';
        expect([path, other, (await gateway.request(`${base}${path}`, { method: other })).status]).toEqual([
          path,
          other,
          isHidden ? 404 : 405,
        ]);
      }
    }
    for (const base of ['/api', '/toncenter/api']) {
      expect((await gateway.request(`${base}/v2/healthcheck`)).text).toBe('OK');
      expect((await gateway.request(`${base}/v3/transactionz`)).status).toBe(404);
    }
  });

  it.each(['runGetMethod', 'sendBoc', 'estimateFee'])(
    'a method of v2 that only takes POST does not exist for GET in the drop-in dialect: %s',
    async (name) => {
      const path = `/toncenter/api/v2/${name}`;
      const { status, json } = await gateway.request(path);
      const told = { ok: false, code: 404, error: `no such endpoint: GET ${path}`, '@extra': expect.any(String) };
      expect([status, json]).toEqual([404, told]);
      const statusOf = async (asked: string, method: string) => (await gateway.request(asked, { method })).status;
      expect(await statusOf(path, 'HEAD')).toBe(405);
      expect(await statusOf(path, 'DELETE')).toBe(405);
      expect(await statusOf(`/api/v2/${name}`, 'GET')).toBe(405);
      expect(await statusOf('/toncenter/api/v2/jsonRPC', 'GET')).toBe(405);
    },
  );

  it('answers HEAD like GET, without a body', async () => {
    const { status, text, headers } = await gateway.request('/api/v3/decode?opcodes=0', { method: 'HEAD' });
    expect([status, text]).toEqual([200, '']);
    expect(Number(headers.get('content-length'))).toBeGreaterThan(0);
  });
});

describe('headers', () => {
  it('contain the id of the caller, or a new one', async () => {
    const given = await gateway.request('/healthcheck', { headers: { 'x-request-id': 'abc-1' } });
    expect([given.text, given.headers.get('x-request-id')]).toEqual(['OK', 'abc-1']);
    const made = await gateway.request('/nope', { headers: { 'x-request-id': 'a b"c' } });
    expect(made.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('contain security headers, timing and permission to read from other origins', async () => {
    const { headers } = await gateway.request('/api/v3/decode', { headers: { origin: 'https://dapp.example' } });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("script-src 'self';");
    expect(headers.get('content-security-policy')).toContain('https://test.example https://main.example');
    expect(headers.get('server-timing')).toMatch(/^app;dur=\d/);
    expect(headers.get('x-api-version')).toMatch(/^\d+\.\d+\.\d+$/);
    expect(headers.get('x-powered-by')).toBeNull();
  });

  it('answers a preflight', async () => {
    const { status, headers } = await gateway.request('/api/v3/decode', {
      method: 'OPTIONS',
      headers: { origin: 'https://a.example', 'access-control-request-method': 'POST' },
    });
    expect([status, headers.get('access-control-allow-methods')]).toEqual([204, 'GET, HEAD, POST, OPTIONS']);
  });

  it('compresses long answers when the client accepts that', async () => {
    const path = `/api/v3/decode?${'opcodes=0x0f8a7ea5&'.repeat(200)}`;
    const { headers, json } = await gateway.request(path, { headers: { 'accept-encoding': 'gzip' } });
    expect(headers.get('content-encoding')).toBe('gzip');
    expect(json['opcodes']).toHaveLength(200);
  });

  it('answers 304 when the tag shows that an answer is unchanged', async () => {
    const path = `/api/v3/transactionsByMessage?msg_hash=${'00'.repeat(32)}`;
    const { headers } = await gateway.request(path);
    // Without this mode fetch would request a fresh copy.
    const again = await gateway.request(path, {
      cache: 'force-cache',
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    });
    expect([again.status, again.text]).toEqual([304, '']);
  });
});

describe('documentation', () => {
  it('is a page whose parts all come from this server', async () => {
    const page = await gateway.request('/api/v3/index.html');
    expect(page.text).not.toMatch(/https?:/);
    expect(page.text).not.toMatch(/<script>/);
    for (const [, path] of page.text.matchAll(/(?:src|href)="\.\/([^"]+)"/g)) {
      const part = await gateway.request(`/api/v3/${path}`);
      expect([path, part.status, part.text.length > 100]).toEqual([path, 200, true]);
    }
  });

  it.each([
    ['/api/v3', 'contract'],
    ['/api/v3/', 'contract'],
    ['/toncenter/api/v3', 'deployed'],
    ['/toncenter/api/v3/', 'deployed'],
    ['/toncenter/api/v3/index.html', 'deployed'],
  ])('is where %s leads, at its dialect', async (path, dialect) => {
    const { status, headers } = await gateway.request(path);
    expect([status, headers.get('location')]).toEqual([302, `/api/v3/index.html?urls.primaryName=${dialect}`]);
  });

  it.each(['/api', '/toncenter/api'])('has the document of %s', async (base) => {
    const { status, json } = await gateway.request(`${base}/v3/openapi.json`);
    expect(json['servers']).toEqual([
      { url: 'https://test.example', description: 'Test network (this server)' },
      { url: 'https://main.example', description: 'Main network' },
    ]);
    const moved = await gateway.request(`${base}/v3/doc.json`);
    expect([moved.status, moved.headers.get('location')]).toEqual([302, `${base}/v3/openapi.json`]);
    expect([status, json['openapi']]).toEqual([200, '3.1.0']);
    expect(
      Object.keys(json['paths'] ?? {}).every((path) => /^\/(v[23]|emulate\/v1)\//.test(path.slice(base.length))),
    ).toBe(true);
  });
});

describe('operation', () => {
  it('is alive, ready and counted', async () => {
    expect([(await gateway.request('/live')).status, (await gateway.request('/ready')).status]).toEqual([200, 200]);
    const { text, headers } = await gateway.request('/metrics');
    expect(headers.get('content-type')).toContain('text/plain');
    expect(text).toMatch(/tonriver_api_requests_total\{endpoint="decode",method="GET",status="200"\} \d/);
    expect(text).toContain('tonriver_api_watermark_seqno 1');
  });
});

describe.each([...DIALECT_NAMES])('decode in the %s dialect', (dialect) => {
  const base = dialect === 'contract' ? '/api/v3/decode' : '/toncenter/api/v3/decode';
  const badRequest = dialect === 'contract' ? 400 : 422;
  const base64 = (body: { readonly boc: Uint8Array }): string => Buffer.from(body.boc).toString('base64');
  const text =
    dialect === 'contract' ? { type: 'text_comment', comment: 'hello' } : { '@type': 'text_comment', text: 'hello' };
  const empty = dialect === 'contract' ? { type: 'empty_cell' } : { '@type': 'empty_cell' };

  it('names opcodes and reads bodies in the order and number of the request', async () => {
    const hex = Buffer.from(bodies.empty.boc).toString('hex');
    const query = new URLSearchParams([
      ['opcodes', '0x0f8a7ea5'],
      ['opcodes', '3576854235'],
      ['opcodes', '0xfffffffe'],
      ['bodies', base64(bodies.comment)],
      ['bodies', hex],
      ['bodies', 'zz'],
    ]);
    const byGet = await gateway.request(`${base}?${query.toString()}`);
    expect(byGet.json['opcodes']).toEqual(['jetton_transfer', 'excess', 'unknown']);
    expect(byGet.json['bodies']).toMatchObject([
      text,
      empty,
      { error: expect.stringMatching(/^unknown: failed to decode hex/) },
    ]);
    const byPost = await post(
      base,
      JSON.stringify({ opcodes: query.getAll('opcodes'), bodies: query.getAll('bodies') }),
    );
    expect([byPost.status, byPost.json]).toEqual([200, byGet.json]);
    expect(answerSchemaOf('/v3/decode', dialect).safeParse(byGet.json).error).toBeUndefined();
  });

  it('answers nothing with empty lists', async () => {
    const nothing = { opcodes: [], bodies: [] };
    expect((await gateway.request(base)).json).toEqual(nothing);
    expect((await post(base, '{}')).json).toEqual(nothing);
    expect((await post(base, '{"opcodes":null}')).json).toEqual(nothing);
  });

  it('does not split at commas', async () => {
    const { status, json } = await gateway.request(`${base}?opcodes=1,2`);
    expect([status, json]).toEqual([badRequest, { code: badRequest, error: 'invalid opcode format at index 0: 1,2' }]);
  });

  it.each([
    ['a broken body', '{"opcodes":', 'application/json', 'request body is not valid JSON'],
    ['another content type', '{}', 'text/plain', 'Unprocessable Entity'],
    ['no object', '[]', 'application/json', 'failed to decode: body should be a JSON object'],
    ['no list', '{"opcodes":"1"}', 'application/json', 'failed to decode: opcodes should be a list of strings'],
    ['no text', '{"bodies":["",1]}', 'application/json', 'failed to decode: bodies[1] should be a string'],
    [
      'too many opcodes',
      JSON.stringify({ opcodes: Array(1001).fill('1') }),
      'application/json',
      'opcodes list exceeds maximum length of 1000',
    ],
    [
      'too many bodies',
      JSON.stringify({ bodies: Array(1001).fill('') }),
      'application/json',
      'bodies list exceeds maximum length of 1000',
    ],
  ])('refuses %s', async (_what, body, contentType, error) => {
    const { status, json } = await post(base, body, contentType);
    expect([status, json]).toEqual([badRequest, { code: badRequest, error }]);
  });

  it('refuses a body above 4 MiB', async () => {
    const { status, json } = await post(base, JSON.stringify({ bodies: ['0'.repeat(4 * 1024 * 1024)] }));
    expect([status, json]).toEqual([413, { code: 413, error: 'request body is too large' }]);
  });
});
