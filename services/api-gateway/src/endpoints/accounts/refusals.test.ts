import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DIALECT_NAMES } from '@tonriver/api-model';
import { stubStore, watermarkRows } from '@tonriver/chain-reader/testing';
import { answerSchemaOf } from '../../testing/answer-schema.test-support.ts';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.test-support.ts';

const BASES = { contract: '/api/v3', deployed: '/toncenter/api/v3' } as const;
const HEX = 'ab'.repeat(32);
const NOT_AN_ADDRESS = 'failed to decode: schema: error converting value for "address"';
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway(stubStore(async (sql) => watermarkRows(sql) ?? []));
});
afterAll(() => gateway?.stop());

describe.each([...DIALECT_NAMES])('walletStates in the %s dialect', (dialect) => {
  const ask = (query: string) => gateway.request(`${BASES[dialect]}/walletStates?${query}`);
  const refused = dialect === 'contract' ? 400 : 422;

  it.each([
    ['', 'address of account is required'],
    ['address=', 'address of account is required'],
    [`address=0:${HEX},x`, 'failed to decode: schema: error converting value for index 0 of "address"'],
    [`address=${Array(1001).fill(`0:${HEX}`).join()}`, 'too many values of "address": 1000 at most'],
  ])('refuses ?%s', async (query, error) => {
    const { status, json } = await ask(query);
    expect([status, json]).toEqual([refused, { code: refused, error }]);
  });

  it('leaves out accounts that are not known', async () => {
    const { status, json } = await ask(`address=0:${HEX}&address=null`);
    expect([status, json]).toEqual([200, { wallets: [], address_book: {}, metadata: {} }]);
    expect(answerSchemaOf('/v3/walletStates', dialect).safeParse(json).error).toBeUndefined();
  });
});

describe.each(
  DIALECT_NAMES.flatMap((dialect) => ['addressInformation', 'walletInformation'].map((name) => ({ dialect, name }))),
)('$name in the $dialect dialect', ({ dialect, name }) => {
  const ask = (query: string) => gateway.request(`${BASES[dialect]}/${name}?${query}`);
  const refused = dialect === 'contract' ? 400 : 422;
  const missing = dialect === 'contract' ? 400 : 401;

  it.each([
    ['', missing, 'address of account is required'],
    ['address=null', missing, 'address of account is required'],
    ['address=addr_none', missing, 'address of account is required'],
    ['address=ext$8:FF', missing, 'address of account is required'],
    ['use_v2=true', missing, 'address of account is required'],
    ['address=', refused, NOT_AN_ADDRESS],
    ['address=x', refused, NOT_AN_ADDRESS],
    [`address=${HEX}`, refused, NOT_AN_ADDRESS],
    [`address=0:${HEX},0:${HEX}`, refused, NOT_AN_ADDRESS],
    [`address=0:${HEX}&use_v2=yes`, refused, 'failed to decode: schema: error converting value for "use_v2"'],
  ])('refuses ?%s', async (query, status, error) => {
    const answer = await ask(query);
    expect([answer.status, answer.json]).toEqual([status, { code: status, error }]);
  });

  it('says what it knows of an account without a known state', async () => {
    const { status, json } = await ask(`address=0:${HEX}`);
    if (dialect === 'contract') {
      expect([status, json]).toEqual([404, { code: 404, error: 'account state unknown' }]);
      return;
    }
    const cells = name === 'addressInformation' ? { code: null, data: null, frozen_hash: null } : {};
    const expected = {
      balance: '0',
      ...cells,
      last_transaction_lt: '0',
      last_transaction_hash: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
    };
    expect([status, json]).toEqual([200, { ...expected, status: 'uninit' }]);
    expect((await ask(`address=0:${HEX}&use_v2=1`)).json).toEqual({ ...expected, status: 'uninitialized' });
    expect(answerSchemaOf(`/v3/${name}`, dialect).safeParse(json).error).toBeUndefined();
  });

  it('takes the last of several addresses', async () => {
    const { json } = await ask(`address=0:${HEX}&address=null`);
    expect(json['error']).toBe('address of account is required');
  });
});
