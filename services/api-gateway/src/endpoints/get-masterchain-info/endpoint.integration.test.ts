import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DIALECT_NAMES } from '@tonriver/api-model';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { answerSchemaOf } from '../../testing/answer-schema.test-support.ts';
import { LAST_SEQNO, sampleChain } from '../../testing/sample-chain.test-support.ts';
import {
  openSampleStore,
  writeNetwork,
  zeroStateFileHash,
  zeroStateRootHash,
} from '../../testing/sample-store.test-support.ts';
import { startTestGateway, type TestAnswer, type TestGateway } from '../../testing/test-gateway.test-support.ts';

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const newest = sampleChain.blocks?.find(({ workchain, seqno }) => workchain === -1 && seqno === LAST_SEQNO);
const PATHS = { contract: '/api/v2', deployed: '/toncenter/api/v2' } as const;

let store: ClickHouseStore;
let gateway: TestGateway;

beforeAll(async () => {
  store = await openSampleStore();
  await writeNetwork(store);
  gateway = await startTestGateway(store);
});

afterAll(async () => {
  await gateway?.stop();
  await store?.close();
});

const post = (path: string, body: string): Promise<TestAnswer> => gateway.request(path, { method: 'POST', body });

it.each([...DIALECT_NAMES])(
  'names the newest block and the zero state, by GET and POST, in the %s dialect',
  async (name) => {
    const path = `${PATHS[name]}/getMasterchainInfo`;
    for (const { status, json, headers } of [await gateway.request(path), await post(path, '{}')]) {
      expect(status).toBe(200);
      expect(headers.get('x-indexed-seqno')).toBe(String(LAST_SEQNO));
      expect(json['result']).toEqual({
        '@type': 'blocks.masterchainInfo',
        last: {
          '@type': 'ton.blockIdExt',
          workchain: -1,
          shard: '-9223372036854775808',
          seqno: LAST_SEQNO,
          root_hash: base64(newest?.rootHash ?? new Uint8Array()),
          file_hash: base64(newest?.fileHash ?? new Uint8Array()),
        },
        state_root_hash: base64(newest?.stateNewHash ?? new Uint8Array()),
        init: {
          '@type': 'ton.blockIdExt',
          workchain: -1,
          shard: '0',
          seqno: 0,
          root_hash: base64(zeroStateRootHash),
          file_hash: base64(zeroStateFileHash),
        },
      });
      expect(answerSchemaOf('/v2/getMasterchainInfo', name).safeParse(json).error).toBeUndefined();
      expect(typeof json['@extra']).toBe(name === 'deployed' ? 'string' : 'undefined');
    }
  },
);

it('is a method of jsonRPC', async () => {
  const call = { jsonrpc: '2.0', id: 7, method: 'getMasterchainInfo' };
  const { json } = await post(`${PATHS.deployed}/jsonRPC`, JSON.stringify(call));
  expect(json).toMatchObject({ ok: true, result: { last: { seqno: LAST_SEQNO } }, jsonrpc: '2.0', id: '7' });
  expect(answerSchemaOf('/v2/jsonRPC', 'deployed').safeParse(json).error).toBeUndefined();
});

it('says when a result comes from the cache', async () => {
  const extraOf = async (): Promise<unknown> =>
    (await gateway.request(`${PATHS.deployed}/getMasterchainInfo`)).json['@extra'];
  await extraOf();
  expect(await extraOf()).toMatch(/^\d+:_:[\d.]+:c$/);
});

it.each([
  ['{"x":1}', "failed to parse post request: Unknown property 'x'"],
  ['', 'failed to parse post request: request body is not valid JSON'],
  ['[]', 'failed to parse post request: request body should be a JSON object'],
])('refuses the body %s as deployed', async (body, error) => {
  const { status, json } = await post(`${PATHS.deployed}/getMasterchainInfo`, body);
  expect([status, json]).toEqual([422, { ok: false, error, code: 422, '@extra': expect.any(String) }]);
});
