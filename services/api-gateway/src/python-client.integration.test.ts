import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DIALECT_BASE_PATHS, DIALECT_NAMES, type DialectName } from '@tonriver/api-model';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { describePart, generatePythonClient, type PythonCall, temporaryDirectory } from '@tonriver/testing';
import { endpointDocument } from './documentation/endpoint-document.ts';
import { createFakeExecutor } from './testing/fake-executor.test-support.ts';
import {
  accounts,
  bodies,
  FIRST_SEQNO,
  LAST_SEQNO,
  messageHash,
  transactionHash,
} from './testing/sample-chain.test-support.ts';
import { openSampleStore, writeNetwork } from './testing/sample-store.test-support.ts';
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
  for (const [name, value] of Object.entries(parameters)) {
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one));
  }
  const operation = `get_v3_${path.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
  return { operation, arguments: parameters, path: `/v3/${path}?${query.toString()}`, status };
}

function post(path: string, operation: string, body: unknown, status = 200): Case {
  return { operation, body, path, status };
}

/** The requests by GET and by POST of an endpoint of v2. */
function ofV2(name: string, parameters: Readonly<Record<string, unknown>>, status = 200): Case[] {
  const query = new URLSearchParams();
  for (const [parameter, value] of Object.entries(parameters)) query.append(parameter, String(value));
  const operation = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const path = `/v2/${name}`;
  return [
    { operation: `get_v2_${operation}`, arguments: parameters, path: `${path}?${query.toString()}`, status },
    post(path, `post_v2_${operation}`, parameters, status),
  ];
}

const decoding = { opcodes: ['0x0f8a7ea5'], bodies: Object.values(bodies).map((body) => base64(body.boc)) };
const notABag = { bodies: ['AAAA'] };

/** Every operation, with every documented kind of answer that a test can cause. */
function casesOf(dialect: DialectName): readonly Case[] {
  const refused = dialect === 'contract' ? 400 : 422;
  const account = `0:${'AB'.repeat(32)}`;
  const stored = [accounts.carol, accounts.bob].map((bytes) => `0:${Buffer.from(bytes).toString('hex')}`);
  const masterchainBlock = { workchain: -1, shard: '-9223372036854775808', seqno: LAST_SEQNO };
  const shardBlock = { workchain: 0, shard: String(-(2n ** 62n)), seqno: 103 };
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
    get('blocks', { mc_seqno: LAST_SEQNO }),
    get('messages', { opcode: '0xd53276db' }),
    get('transactions', { hash: [transactionHash('receiving')] }),
    get('transactions', { mc_seqno: LAST_SEQNO + 1 }, 404),
    get('adjacentTransactions', { hash: transactionHash('receiving') }),
    get('adjacentTransactions', { hash: transactionHash('twin') }, 404),
    get('transactionsByMasterchainBlock', { seqno: LAST_SEQNO }),
    get('transactionsByMasterchainBlock', { seqno: LAST_SEQNO + 1 }, 404),
    get('accountStates', { address: stored }),
    get('accountStates', { address: [stored[0]], include_boc: 'false' }),
    get('accountStates', { address: [] }, refused),
    get('walletStates', { address: stored }),
    get('walletStates', { address: [] }, refused),
    get('addressInformation', { address: stored[1] }),
    get('addressInformation', { address: 'null' }, dialect === 'contract' ? 400 : 401),
    get('walletInformation', { address: account }, dialect === 'contract' ? 404 : 200),
    get('walletInformation', { address: stored[0] }, 409),
    get('topAccountsByBalance', { limit: 2 }),
    get('topAccountsByBalance', { limit: 1000, offset: 4001 }, refused),
    get('addressBook', { address: [...stored, 'nothing'] }),
    get('addressBook', { address: [] }, refused),
    get('decode', { opcodes: decoding.opcodes, bodies: [boc] }),
    get('decode', { opcodes: ['none'] }, refused),
    post('/v3/decode', 'post_v3_decode', decoding),
    post('/v3/decode', 'post_v3_decode', notABag),
    get('actions', { limit: 2 }),
    get('actions', { tx_hash: ['nothing'] }, refused),
    get('traces', { limit: 2 }),
    get('traces', { msg_hash: ['nothing'] }, refused),
    get('pendingActions', { account }, 501),
    post('/v3/message', 'post_v3_message', { boc }),
    post('/v3/message', 'post_v3_message', { boc: '' }, dialect === 'contract' ? 400 : 401),
    post('/v2/sendBoc', 'post_v2_send_boc', { boc }),
    post('/v2/sendBocReturnHash', 'post_v2_send_boc_return_hash', { boc }),
    post('/v2/sendBocReturnHashNoError', 'post_v2_send_boc_return_hash_no_error', { boc }),
    post('/v3/estimateFee', 'post_v3_estimate_fee', { address: account, body: boc, ignore_chksig: false }),
    post('/v3/estimateFee', 'post_v3_estimate_fee', { address: 'nowhere', body: boc }, refused),
    post('/v2/estimateFee', 'post_v2_estimate_fee', { address: account, body: boc, init_code: '', init_data: '' }),
    post('/v2/estimateFee', 'post_v2_estimate_fee', { address: 'nowhere', body: boc }, refused),
    post('/v3/runGetMethod', 'post_v3_run_get_method', { ...call, stack }),
    post('/v3/runGetMethod', 'post_v3_run_get_method', { ...badCall, stack }, dialect === 'contract' ? 400 : 401),
    post('/v2/runGetMethod', 'post_v2_run_get_method', call),
    post('/v2/runGetMethod', 'post_v2_run_get_method', badCall, refused),
    post('/v2/jsonRPC', 'post_v2_json_rpc', { method: 'runGetMethod', params: call, id: '1' }),
    post('/v2/jsonRPC', 'post_v2_json_rpc', { method: 'runGetMethod', params: badCall, id: '1' }, 422),
    { operation: 'get_v2_get_masterchain_info', arguments: {}, path: '/v2/getMasterchainInfo', status: 200 },
    post('/v2/getMasterchainInfo', 'post_v2_get_masterchain_info', {}),
    post('/v2/jsonRPC', 'post_v2_json_rpc', { method: 'getMasterchainInfo', id: '1' }),
    ...['detectAddress', 'packAddress', 'unpackAddress'].flatMap((name) => ofV2(name, { address: account })),
    ...ofV2('detectHash', { hash: 'ab'.repeat(32) }),
    ...ofV2('getConsensusBlock', {}),
    ...['getAddressInformation', 'getAddressBalance', 'getAddressState'].flatMap((name) =>
      ofV2(name, { address: account, seqno: LAST_SEQNO + 1 }, dialect === 'contract' ? 404 : 500),
    ),
    ...['getExtendedAddressInformation', 'getWalletInformation'].flatMap((name) =>
      ofV2(name, { address: account, seqno: LAST_SEQNO + 1 }, dialect === 'contract' ? 404 : 500),
    ),
    ...['shards', 'getShards', 'getConfigAll'].flatMap((name) =>
      ofV2(name, { seqno: LAST_SEQNO + 1 }, dialect === 'contract' ? 404 : 500),
    ),
    ...ofV2('getConfigParam', { param: 0, seqno: LAST_SEQNO + 1 }, dialect === 'contract' ? 404 : 500),
    ...ofV2('getLibraries', {}),
    ...['lookupBlock', 'getBlockHeader'].flatMap((name) => ofV2(name, masterchainBlock)),
    ...['getBlockTransactions', 'getBlockTransactionsExt'].flatMap((name) => ofV2(name, shardBlock)),
    ...ofV2('getTransactions', { address: stored[0], limit: 2 }),
    ...['tryLocateTx', 'tryLocateResultTx', 'tryLocateSourceTx'].flatMap((name) =>
      ofV2(name, { source: account, destination: account, created_lt: '5' }, 404),
    ),
    post('/v2/jsonRPC', 'post_v2_json_rpc', { method: 'somethingElse', id: '1' }, 404),
  ];
}

/** The time differs between answers. */
function withoutTime(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { result } = value as { readonly result?: unknown };
  const isTimed = typeof result === 'object' && result !== null && 'timestamp' in result;
  return {
    ...value,
    ...('@extra' in value ? { '@extra': typeof value['@extra'] } : {}),
    ...(isTimed ? { result: { ...result, timestamp: typeof result.timestamp } } : {}),
  };
}

let store: ClickHouseStore;
let gateway: TestGateway;
beforeAll(async () => {
  store = await openSampleStore();
  await writeNetwork(store);
  const sent = { hash: new Uint8Array(32).fill(1), normalisedHash: new Uint8Array(32).fill(2) };
  gateway = await startTestGateway(store, { executor, messages: { send: async () => sent } });
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
      const document = endpointDocument({ dialect, servers: [{ url: host, description: 'this test' }] });
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
