import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DIALECT_BASE_PATHS, DIALECT_NAMES, type DialectName, openApiDocument } from '@tonriver/api-model';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { describePart, generatePythonClient, type PythonCall, temporaryDirectory } from '@tonriver/testing';
import { createFakeExecutor } from './testing/fake-executor.test-support.ts';
import { bodies, FIRST_SEQNO, LAST_SEQNO, messageHash } from './testing/sample-chain.test-support.ts';
import { openSampleStore } from './testing/sample-store.test-support.ts';
import { startTestGateway, type TestGateway } from './testing/test-gateway.test-support.ts';

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const boc = base64(bodies.comment.boc);
const executor = createFakeExecutor();
executor.next = {
  stack: [
    { type: 'number', value: '-12' },
    { type: 'cell', boc },
    { type: 'tuple', items: [{ type: 'list', items: [{ type: 'slice', boc }] }, { type: 'null' }] },
  ],
};

/** A request of the Python client, with its HTTP form. */
interface Case extends PythonCall {
  readonly path: string;
  readonly status: number;
}

function get(path: string, parameters: Readonly<Record<string, unknown>>, status = 200): Case {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) query.append(name, String(value));
  const operation = `get_v3_${path.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
  return { operation, arguments: parameters, path: `/v3/${path}?${query.toString()}`, status };
}

function post(path: string, operation: string, body: unknown, status = 200): Case {
  return { operation, body, path, status };
}

const decoding = { opcodes: ['0x0f8a7ea5'], bodies: Object.values(bodies).map((body) => base64(body.boc)) };
const notABag = { bodies: ['AAAA'] };

/** Every operation, with every documented kind of answer that a test can cause. */
function casesOf(dialect: DialectName): readonly Case[] {
  const refused = dialect === 'contract' ? 400 : 422;
  const account = `0:${'AB'.repeat(32)}`;
  const call = { address: account, method: 'seqno', stack: [['num', '0x1f']] };
  const argument = { type: 'num', value: '0x1f' };
  const nested = { type: 'tuple', value: [{ type: 'slice', value: boc }, { type: 'null' }] };
  const stack = dialect === 'contract' ? [argument, nested] : [argument, { type: 'cell', value: boc }];
  const badCall = { ...call, address: 'nowhere' };
  return [
    get('masterchainInfo', {}),
    ...['masterchainBlockShardState', 'masterchainBlockShards'].flatMap((path) => [
      ...[FIRST_SEQNO, FIRST_SEQNO + 1, LAST_SEQNO].map((seqno) => get(path, { seqno })),
      get(path, { seqno: LAST_SEQNO + 1 }, 404),
    ]),
    ...(['external', 'first', 'second', 'third', 'log', 'partial'] as const).map((name) =>
      get('transactionsByMessage', { msg_hash: [messageHash(name)] }),
    ),
    get('transactionsByMessage', {}, refused),
    get('decode', { opcodes: decoding.opcodes, bodies: [boc] }),
    get('decode', { opcodes: ['none'] }, refused),
    post('/v3/decode', 'post_v3_decode', decoding),
    post('/v3/decode', 'post_v3_decode', notABag),
    get('pendingActions', { account }, 501),
    post('/v3/runGetMethod', 'post_v3_run_get_method', { ...call, stack }),
    post('/v3/runGetMethod', 'post_v3_run_get_method', { ...badCall, stack }, refused),
    post('/v2/runGetMethod', 'post_v2_run_get_method', call),
    post('/v2/runGetMethod', 'post_v2_run_get_method', badCall, refused),
    post('/v2/jsonRPC', 'post_v2_json_rpc', { method: 'runGetMethod', params: call, id: '1' }),
    post('/v2/jsonRPC', 'post_v2_json_rpc', { method: 'runGetMethod', params: badCall, id: '1' }, 422),
    post('/v2/jsonRPC', 'post_v2_json_rpc', { method: 'somethingElse', id: '1' }, 404),
  ];
}

/** The time differs between answers. */
function withoutTime(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return '@extra' in value ? { ...value, '@extra': typeof value['@extra'] } : value;
}

let store: ClickHouseStore;
let gateway: TestGateway;
beforeAll(async () => {
  store = await openSampleStore();
  gateway = await startTestGateway(store, { executor });
});
afterAll(async () => {
  await gateway?.stop();
  await store?.close();
});

describePart('python-client', 'the Python client that openapi-generator makes of a document', () => {
  it.each([...DIALECT_NAMES])(
    'reads every answer of the %s dialect whole, with what is null in it',
    async (dialect) => {
      const folder = temporaryDirectory();
      const host = `http://127.0.0.1:${gateway.port}`;
      const document = openApiDocument({ dialect, servers: [{ url: host, description: 'this test' }] });
      const client = await generatePythonClient(document, folder.path);
      const cases = casesOf(dialect);
      executor.calls.length = 0;
      const read = await client.call(host, cases);
      const asked = executor.calls.splice(0).map(({ stack }) => stack);
      const operations = Object.values(document['paths'] as Record<string, object>).flatMap((path) =>
        Object.keys(path),
      );
      expect(new Set(cases.map(({ operation }) => operation)).size).toBe(operations.length);
      for (const [index, { path, body, status }] of cases.entries()) {
        const answer = await gateway.request(`${DIALECT_BASE_PATHS[dialect]}${path}`, {
          ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
          headers: { 'content-type': 'application/json' },
        });
        expect([path, answer.status, answer.text]).toEqual([path, status, answer.text]);
        expect([path, read[index]?.status]).toEqual([path, status]);
        expect([path, withoutTime(read[index]?.answer)]).toEqual([path, withoutTime(answer.json)]);
      }
      expect(asked).toEqual(executor.calls.map(({ stack }) => stack));
      expect(asked.length).toBe(3);
      folder.remove();
    },
    300_000,
  );
});
