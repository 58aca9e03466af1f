import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DIALECT_NAMES } from '@tonriver/api-model';
import { stubStore, watermarkRows } from '@tonriver/chain-reader/testing';
import { answerSchemaOf } from '../../testing/answer-schema.test-support.ts';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.test-support.ts';

const BASES = { contract: '/api/v3', deployed: '/toncenter/api/v3' } as const;
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway(stubStore(async (sql) => watermarkRows(sql) ?? []));
});
afterAll(() => gateway?.stop());

describe.each([...DIALECT_NAMES])('topAccountsByBalance in the %s dialect', (dialect) => {
  const ask = (query: string) => gateway.request(`${BASES[dialect]}/topAccountsByBalance?${query}`);
  const refused = dialect === 'contract' ? 400 : 422;

  it.each([
    ['limit=1001', 'limit is not allowed: 1001 > 1000'],
    ['limit=x', 'failed to decode: schema: error converting value for "limit"'],
    ['offset=x', 'failed to decode: schema: error converting value for "offset"'],
    ['limit=1000&offset=4001', 'offset + limit is not allowed: 5001 > 5000'],
    ['offset=2147483647', 'offset + limit is not allowed: 2147483747 > 5000'],
  ])('refuses ?%s', async (query, error) => {
    const { status, json } = await ask(query);
    expect([status, json]).toEqual([refused, { code: refused, error }]);
  });

  it('raises or refuses limits and offsets that are too small, as the dialect does', async () => {
    for (const query of ['limit=0', 'limit=-5', 'offset=-1', 'limit=']) {
      expect([query, (await ask(query)).status]).toEqual([query, dialect === 'contract' ? 400 : 200]);
    }
  });

  it('answers a bare list, which is empty when no account is known', async () => {
    for (const query of ['', 'limit=1000&offset=4000', 'sort=asc']) {
      const { status, json } = await ask(query);
      expect([status, json]).toEqual([200, []]);
      expect(answerSchemaOf('/v3/topAccountsByBalance', dialect).safeParse(json).error).toBeUndefined();
    }
  });
});
