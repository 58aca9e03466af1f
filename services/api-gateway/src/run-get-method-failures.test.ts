import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GetMethodError, type GetMethodErrorCode } from '@tonriver/api-model';
import { stubStore, watermarkRows } from '@tonriver/chain-reader/testing';
import { startTestGateway, type TestGateway } from './testing/test-gateway.test-support.ts';
import { address, CONTRACT, DEPLOYED, describeGetMethods, said } from './testing/get-method-gateway.test-support.ts';

const { executor, v3, v2 } = describeGetMethods();
const basic = { address, method: 'seqno', stack: [] };

describe('a run that failed', () => {
  const failing = (code: GetMethodErrorCode, fields: Readonly<Record<string, string | number>> = {}) => {
    executor.next = new GetMethodError(code, `about ${code}`, fields);
  };
  const notInDb = 'LITE_SERVER_NOTREADY: seqno not in db: about block_not_indexed';

  it.each([
    ['bad_call', 400, 500, 422],
    ['bad_message', 400, 500, 500],
    ['arguments_too_large', 400, 500, 422],
    ['account_unknown', 404, 500, 500],
    ['library_unknown', 404, 500, 500],
    ['config_unknown', 404, 500, 500],
    ['config_not_supported', 501, 500, 500],
    ['result_too_deep', 501, 500, 533],
    ['result_too_large', 501, 500, 500],
    ['out_of_memory', 500, 500, 500],
    ['failed', 500, 500, 500],
  ] as const)('%s', async (code, contract, deployedV3, deployedV2) => {
    failing(code);
    expect(said(await v3(CONTRACT))).toEqual([contract, `about ${code}`]);
    expect(said(await v2(CONTRACT))).toEqual([contract, `about ${code}`]);
    expect(said(await v3(DEPLOYED))).toEqual([deployedV3, `about ${code}`]);
    expect(said(await v2(DEPLOYED))).toEqual([deployedV2, `about ${code}`]);
  });

  it('a block that is not indexed is answered with the text that clients recognise', async () => {
    failing('block_not_indexed');
    expect(said(await v3(CONTRACT))).toEqual([404, 'about block_not_indexed']);
    expect(said(await v2(DEPLOYED))).toEqual([500, notInDb]);
    expect(said(await v3(DEPLOYED))).toEqual([500, notInDb]);
  });

  it('several recordings of one account are listed', async () => {
    failing('account_ambiguous', { seqnos: '1, 3' });
    expect(said(await v3(CONTRACT))).toEqual([400, 'about account_ambiguous (1, 3)']);
  });

  it.each([
    ['overloaded', 503, '3'],
    ['unavailable', 503, '3'],
    ['not_ready', 503, '3'],
    ['timed_out', 504, null],
  ] as const)('%s passes by itself, and is told alike everywhere', async (code, status, retryAfter) => {
    failing(code, { retryAfterMs: 2100 });
    for (const ask of [v3, v2]) {
      for (const base of [CONTRACT, DEPLOYED]) {
        const answer = await ask(base);
        expect([...(said(answer) as unknown[]), answer.headers.get('retry-after')]).toEqual([
          status,
          `about ${code}`,
          retryAfter,
        ]);
      }
    }
  });

  it('does not print unexpected errors', async () => {
    executor.next = Promise.reject(new Error('secret'));
    expect(said(await v3(CONTRACT))).toEqual([500, 'internal server error']);
  });
});

describe('without an executor', () => {
  let bare: TestGateway;
  beforeAll(async () => {
    bare = await startTestGateway(stubStore(async (sql) => watermarkRows(sql) ?? []));
  });
  afterAll(() => bare?.stop());

  it.each([
    [`${CONTRACT}/v3`, 501, 'get-methods are not available: no executor is configured'],
    [`${CONTRACT}/v2`, 501, 'get-methods are not available: no executor is configured'],
    [`${DEPLOYED}/v3`, 500, 'ton-http-api endpoint is not specified'],
    [`${DEPLOYED}/v2`, 542, 'no workers available (no get-method executor is configured)'],
  ])('%s is refused', async (path, status, error) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify(basic);
    const answer = await bare.request(`${path}/runGetMethod`, { method: 'POST', body, headers });
    expect(said(answer)).toEqual([status, error]);
  });
});
