import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { GetMethodError } from '@tonriver/api-model';
import { stubStore, watermarkRows } from '@tonriver/chain-reader/testing';
import { answerSchemaOf } from '../../testing/answer-schema.test-support.ts';
import { createFakeExecutor, type FakeExecutor } from '../../testing/fake-executor.test-support.ts';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.test-support.ts';

const accountHex = 'AB'.repeat(32);
const address = `0:${accountHex}`;
const body = 'te6cckEBAQEAAgAAAEysuc0=';
const asked = {
  workchain: 0,
  accountHex,
  bodyBoc: body,
  initCodeBoc: null,
  initDataBoc: null,
  ignoresSignatures: true,
};
const fees = { in_fwd_fee: 1_036_000, storage_fee: 7, gas_fee: 3_308_000, fwd_fee: 400_000 };
const store = stubStore(async (sql) => watermarkRows(sql) ?? []);

let executor: FakeExecutor;
let gateway: TestGateway;

beforeAll(async () => {
  executor = createFakeExecutor();
  gateway = await startTestGateway(store, { executor, config: { getMethodTimeoutMs: 300 } });
});
beforeEach(() => {
  executor.next = {};
  executor.estimates.length = 0;
});
afterAll(() => gateway.stop());

const post = (path: string, given: unknown, at = gateway) =>
  at.request(path, {
    method: 'POST',
    body: typeof given === 'string' ? given : JSON.stringify(given),
    headers: { 'content-type': 'application/json' },
  });

describe('estimateFee', () => {
  it.each([
    ['/api', 'contract'],
    ['/toncenter/api', 'deployed'],
  ] as const)('of v3 of %s has fees as numbers, without types of v2', async (base, dialect) => {
    const { status, json, headers } = await post(`${base}/v3/estimateFee`, { address, body });
    expect([status, json]).toEqual([200, { source_fees: fees, destination_fees: [] }]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-run-seqno')).toBe('40');
    expect(answerSchemaOf('/v3/estimateFee', dialect).parse(json)).toEqual(json);
    expect(executor.estimates).toEqual([asked]);
  });

  const resultV2 = { '@type': 'query.fees', source_fees: { '@type': 'fees', ...fees }, destination_fees: [] };

  it.each([
    ['/api', 'contract', {}],
    ['/toncenter/api', 'deployed', { '@extra': expect.any(String) }],
  ] as const)('of v2 of %s has the same in its envelope', async (base, dialect, extra) => {
    const { status, json } = await post(`${base}/v2/estimateFee`, { address, body });
    expect([status, json]).toEqual([200, { ok: true, result: resultV2, ...extra }]);
    expect(answerSchemaOf('/v2/estimateFee', dialect).parse(json)).toEqual(json);
  });

  it('of jsonRPC reads the parameters that @ton/ton sends, and never caches', async () => {
    const params = { address, body, init_data: '', init_code: '', ignore_chksig: false };
    const call = { jsonrpc: '2.0', id: '1', method: 'estimateFee', params };
    for (let repeat = 0; repeat < 2; repeat += 1) {
      const { status, json } = await post('/toncenter/api/v2/jsonRPC', call);
      expect([status, json]).toMatchObject([200, { ok: true, result: resultV2, id: '1' }]);
    }
    expect(executor.estimates).toEqual(Array(2).fill({ ...asked, ignoresSignatures: false }));
  });

  it('takes an address in any form, code and data, and null for what is absent', async () => {
    const given = { init_code: body, init_data: 'AA==', ignore_chksig: null };
    await post('/api/v3/estimateFee', {
      ...given,
      address: `-1:${'0'.repeat(64)}`,
      body,
    });
    await post('/toncenter/api/v3/estimateFee', {
      address: 'EQCrq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq8zH',
      BODY: body,
      init_code: null,
    });
    expect(executor.estimates[0]).toEqual({
      ...asked,
      workchain: -1,
      accountHex: '0'.repeat(64),
      initCodeBoc: body,
      initDataBoc: 'AA==',
    });
  });
});

const PARSE = 'failed to parse post request: ';
const [FIRST, DROP_IN] = ['/api', '/toncenter/api'];

describe('a request for fees', () => {
  const missing = (name: string): string => `${PARSE}Error at path '${name}': Field is missing`;
  const long = 'A'.repeat(87_384);
  const tooLong = 'INVALID_BAG_OF_CELLS: body: it has more than 65535 bytes';

  it.each<[string, unknown, [number, string], [number, string]]>([
    ['without address', { body }, [400, 'address is required'], [422, missing('address')]],
    ['without body', { address, body: null }, [400, 'body is required'], [422, missing('body')]],
    [
      'with a wrong address',
      { address: 'abc', body },
      [400, "Failed to parse ton_addr: 'abc'"],
      [422, `${PARSE}Failed to parse ton_addr: 'abc'`],
    ],
    [
      'with another type of address',
      { address: 5, body },
      [400, "Error at path 'address': Wrong type: string expected"],
      [422, `${PARSE}Error at path 'address': Wrong type: string expected`],
    ],
    [
      'with base64url',
      { address, body: 'YWJj_w==' },
      [400, "Error at path 'body': invalid base64 encoded bytes"],
      [422, `${PARSE}Error at path 'body': invalid base64 encoded bytes`],
    ],
    [
      'with a number as code',
      { address, body, init_code: 1 },
      [400, "Error at path 'init_code': Wrong type: string expected"],
      [422, `${PARSE}Error at path 'init_code': Wrong type: string expected`],
    ],
    [
      'with a text as switch',
      { address, body, ignore_chksig: 'true' },
      [400, "Error at path 'ignore_chksig': Wrong type: bool expected"],
      [422, `${PARSE}Error at path 'ignore_chksig': Wrong type: bool expected`],
    ],
    ['with a body longer than a message', { address, body: long }, [400, tooLong], [500, tooLong]],
    [
      'with a list',
      [address],
      [400, 'request body should be a JSON object'],
      [422, `${PARSE}request body should be a JSON object`],
    ],
  ])('%s is refused', async (_what, given, first, dropIn) => {
    for (const [base, expected] of [
      [FIRST, first],
      [DROP_IN, dropIn],
    ] as const) {
      for (const generation of ['v3', 'v2']) {
        const { status, json } = await post(`${base}/${generation}/estimateFee`, given);
        expect([base, generation, status, json['code'], json['error']]).toEqual([
          base,
          generation,
          expected[0],
          ...expected,
        ]);
      }
    }
    expect(executor.estimates).toEqual([]);
  });

  it('with an unknown member is refused by v2 of the drop-in dialect only, and not by jsonRPC', async () => {
    const given = { address, body, more: 1 };
    const { status, json } = await post('/toncenter/api/v2/estimateFee', given);
    expect([status, json['error']]).toEqual([422, `${PARSE}Unknown property 'more'`]);
    const call = { method: 'estimateFee', params: given };
    const statuses = [
      await post('/api/v2/estimateFee', given),
      await post('/toncenter/api/v3/estimateFee', given),
      await post('/toncenter/api/v2/jsonRPC', call),
    ].map((answer) => answer.status);
    expect(statuses).toEqual([200, 200, 200]);
  });

  it.each([
    ['bad_message', 400, 500],
    ['account_unknown', 404, 500],
    ['library_unknown', 404, 500],
    ['config_not_supported', 501, 500],
    ['timed_out', 504, 504],
    ['overloaded', 503, 503],
  ] as const)('that fails with %s is answered with its text', async (code, first, dropIn) => {
    executor.next = new GetMethodError(code, `about ${code}`);
    for (const generation of ['v3', 'v2']) {
      for (const [base, expected] of [
        [FIRST, first],
        [DROP_IN, dropIn],
      ] as const) {
        const { status, json } = await post(`${base}/${generation}/estimateFee`, { address, body });
        expect([status, json['code'], json['error']]).toEqual([expected, expected, `about ${code}`]);
      }
    }
  });

  it('is answered with 501 where no executor is configured', async () => {
    const bare = await startTestGateway(store);
    for (const path of ['/api/v3/estimateFee', '/toncenter/api/v3/estimateFee', '/toncenter/api/v2/estimateFee']) {
      const { status, json } = await post(path, { address, body }, bare);
      const error = 'fees cannot be estimated: no get-method executor is configured';
      expect([status, json]).toMatchObject([501, { code: 501, error }]);
    }
    await bare.stop();
  });
});
