import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { stubStore, watermarkRows } from '@tonriver/chain-reader/testing';
import { createFakeExecutor } from './testing/fake-executor.test-support.ts';
import { startTestGateway, type TestAnswer, type TestGateway } from './testing/test-gateway.test-support.ts';

// What clients of the deployed service may rely on, although it is written nowhere.

const hash = 'ab'.repeat(32);
const base = '/toncenter/api/v3';
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway(
    stubStore(async (sql) => watermarkRows(sql) ?? []),
    { executor: createFakeExecutor() },
  );
});
afterAll(() => gateway?.stop());

const post = (path: string, body: string, type = 'application/json'): Promise<TestAnswer> =>
  gateway.request(path, { method: 'POST', body, headers: { 'content-type': type } });

it.each([
  `msg_hash=${hash},`,
  `msg_hash=${hash}&msg_hash=`,
  'msg_hash=',
  `MSG_HASH=${hash}`,
  `msg_hash=${hash}&start_utime=-1`,
  `msg_hash=${hash}&end_utime=4294967296`,
  `msg_hash=${hash}&exclude_account=abc`,
])('the drop-in dialect accepts transactionsByMessage?%s', async (query) => {
  const { status, json } = await gateway.request(`${base}/transactionsByMessage?${query}`);
  expect([status, json]).toEqual([200, { transactions: [], address_book: {} }]);
});

it('the drop-in dialect ignores a parameter with an index', async () => {
  const { status, json } = await gateway.request(`${base}/transactionsByMessage?msg_hash[0]=${hash}`);
  expect([status, json['error']]).toEqual([422, 'at least one of msg_hash, body_hash, opcode should be specified']);
});

it.each([
  ['transactions', `hash=${hash},`],
  ['TRANSACTIONS', `HASH=${hash}`],
  ['transactions', `hash=${hash}&exclude_account=abc&start_utime=-1`],
  ['transactions', `hash=${hash}&hash[0]=x&end_utime=4294967296`],
  ['messages', `msg_hash=${hash},`],
  ['messages', 'msg_hash='],
  ['Messages', `MSG_HASH=${hash}&start_utime=-1&end_utime=4294967296`],
  ['messages', `msg_hash=${hash}&msg_hash[0]=x`],
  ['blocks', `root_hash=${hash}&start_utime=-1&end_utime=4294967296&seqno[0]=x`],
  ['Blocks', `ROOT_HASH=${hash}`],
  ['accountstates', `ADDRESS=0:${hash},&address[0]=x`],
  ['walletStates', `Address=0:${hash}&address=`],
  ['addressbook', 'Address=abc&address[0]=x'],
])('the drop-in dialect reads %s?%s as every other endpoint', async (path, query) => {
  const { status, json, headers } = await gateway.request(`${base}/${path}?${query}`);
  expect([status, json['error']]).toEqual([200, undefined]);
  expect([headers.get('content-type'), headers.get('x-api-version')]).toEqual(['application/json', '1.3.0']);
});

it('says which bound a list of too many values hits', async () => {
  const { status, json } = await gateway.request(
    `${base}/transactionsByMessage?msg_hash=${Array(1001).fill(hash).join()}`,
  );
  expect([status, json['error']]).toEqual([422, 'too many values of "msg_hash": 1000 at most']);
});

it('counts a parameter with several faults once', async () => {
  const { json } = await gateway.request(`${base}/transactionsByMessage?msg_hash=x&msg_hash=y`);
  expect(json['error']).toBe('failed to decode: schema: error converting value for index 0 of "msg_hash"');
});

// The deployed service sends the words of its decoder, by which no client can tell one fault from another.
it.each(['', '{', '{"opcodes":}', '{"opcodes":["1"]', '[1', 'x', '{} x'])(
  'the drop-in dialect refuses the body %s, which is no JSON, with one text',
  async (body) => {
    const call = await post(`${base}/runGetMethod`, body);
    expect([call.status, call.json]).toEqual([422, { code: 422, error: 'request body is not valid JSON' }]);
    if (body === '') return;
    const { status, json } = await post(`${base}/decode`, body);
    expect([status, json]).toEqual([422, { code: 422, error: 'request body is not valid JSON' }]);
  },
);

it('the drop-in dialect finds paths of v3 in any case, the contract and v2 do not', async () => {
  const statusOf = async (path: string): Promise<number> => (await gateway.request(path)).status;
  expect(await statusOf(`${base}/DECODE`)).toBe(200);
  expect(await statusOf(`${base}/masterchaininfo`)).toBe(await statusOf(`${base}/masterchainInfo`));
  expect(await statusOf('/api/v3/DECODE')).toBe(404);
  expect(await statusOf('/toncenter/api/v2/getmasterchaininfo')).toBe(404);
});

it.each([
  ['null', 'application/json'],
  ['{"OPCODES":[]}', 'application/json'],
  ['{}', 'application/vnd.api+json'],
])('the drop-in dialect decodes the body %s of type %s', async (body, type) => {
  expect((await post(`${base}/decode`, body, type)).status).toBe(200);
});

it('the drop-in dialect decodes the fields of a form', async () => {
  const { json } = await post(`${base}/decode`, 'opcodes=0x0f8a7ea5', 'application/x-www-form-urlencoded');
  expect(json['opcodes']).toEqual(['jetton_transfer']);
});

it.each([
  ['{"address":"abc","method":"x"}', 401, 'address is required'],
  ['null', 401, 'address is required'],
  [`{"address":"0:${hash}","method":"x","stack":[{}]}`, 500, 'unsupported stack parameter type: '],
])('the drop-in dialect refuses the get-method %s', async (body, status, error) => {
  const answer = await post(`${base}/runGetMethod`, body);
  expect([answer.status, answer.json['error']]).toEqual([status, error]);
});

it('the drop-in dialect finds members of a get-method in any case', async () => {
  const body = { ADDRESS: `0:${hash}`, Method: 'x', stack: [{ Type: 'num', VALUE: '1' }] };
  expect((await post(`${base}/runGetMethod`, JSON.stringify(body))).status).toBe(200);
});

it.each(['decode', 'decode?opcodes=x', 'masterchainInfo'])('%s has the headers of its dialect', async (path) => {
  const headersOf = async (prefix: string): Promise<unknown> => {
    const { headers } = await gateway.request(`${prefix}/v3/${path}`);
    return [headers.get('content-type'), headers.get('x-api-version')];
  };
  expect(await headersOf('/toncenter/api')).toEqual(['application/json', '1.3.0']);
  expect(await headersOf('/api')).toEqual(['application/json; charset=utf-8', '1.1.0']);
});
