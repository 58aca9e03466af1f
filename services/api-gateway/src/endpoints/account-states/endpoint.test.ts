import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DIALECT_NAMES } from '@tonriver/api-model';
import { stubStore, watermarkRows } from '@tonriver/chain-reader/testing';
import { answerSchemaOf } from '../../testing/answer-schema.test-support.ts';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.test-support.ts';

const BASES = { contract: '/api/v3', deployed: '/toncenter/api/v3' } as const;
const HEX = 'ab'.repeat(32);
const RAW = `0:${HEX.toUpperCase()}`;
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway(stubStore(async (sql) => watermarkRows(sql) ?? []));
});
afterAll(() => gateway?.stop());

describe.each([...DIALECT_NAMES])('accountStates in the %s dialect', (dialect) => {
  const ask = (query: string) => gateway.request(`${BASES[dialect]}/accountStates?${query}`);
  const refused = dialect === 'contract' ? 400 : 422;

  it.each([
    ['', 'address of account is required'],
    ['address=', 'address of account is required'],
    ['code_hash=' + HEX, 'address of account is required'],
    ['address=x', 'failed to decode: schema: error converting value for index 0 of "address"'],
    [`address=0:${HEX},x`, 'failed to decode: schema: error converting value for index 0 of "address"'],
    [`address=${HEX}`, 'failed to decode: schema: error converting value for index 0 of "address"'],
    [`address=0x${HEX}`, 'failed to decode: schema: error converting value for index 0 of "address"'],
    [`address=0:${HEX}&code_hash=x`, 'failed to decode: schema: error converting value for index 0 of "code_hash"'],
    [`address=0:${HEX}&include_boc=2`, 'failed to decode: schema: error converting value for "include_boc"'],
    [`address=${Array(1001).fill(`0:${HEX}`).join()}`, 'too many values of "address": 1000 at most'],
    [
      `address=0:${HEX}&${Array(1001).fill(`code_hash=${HEX}`).join('&')}`,
      'too many values of "code_hash": 1000 at most',
    ],
  ])('refuses ?%s', async (query, error) => {
    const { status, json } = await ask(query);
    expect([status, json]).toEqual([refused, { code: refused, error }]);
  });

  it.each([
    `address=0:${HEX}`,
    `address=0:${HEX},-1:${HEX}`,
    `address=${Array(1000).fill(`0:${HEX}`).join()}`,
    `address=null`,
    `address=addr_none&address=ext$8:FF`,
    `address=0:${HEX}&code_hash=${HEX}&include_boc=f`,
    `address=0:${HEX}&limit=x`,
  ])('leaves out accounts that are not known: ?%s', async (query) => {
    const { status, json } = await ask(query);
    expect([status, json]).toEqual([200, { accounts: [], address_book: {}, metadata: {} }]);
    expect(answerSchemaOf('/v3/accountStates', dialect).safeParse(json).error).toBeUndefined();
  });
});

describe.each([...DIALECT_NAMES])('addressBook in the %s dialect', (dialect) => {
  const ask = (query: string) => gateway.request(`${BASES[dialect]}/addressBook?${query}`);
  const refused = dialect === 'contract' ? 400 : 422;
  const nothing = { user_friendly: null, domain: null, interfaces: [] };
  const unknown = {
    user_friendly: 'UQCrq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq5jh',
    domain: null,
    interfaces: [],
  };

  it('needs an address, and takes 1,024 at most', async () => {
    const none = await ask('');
    expect([none.status, none.json['error']]).toEqual([refused, 'at least 1 address required']);
    const many = await ask(Array(1025).fill(`address=0:${HEX}`).join('&'));
    expect([many.status, many.json['error']]).toEqual([refused, 'too many values of "address": 1024 at most']);
    const most = await ask(Array(1024).fill(`address=0:${HEX}`).join('&'));
    expect([most.status, Object.keys(most.json)]).toEqual([200, [`0:${HEX}`]]);
  });

  it('answers by the texts that were sent, and never refuses one', async () => {
    const texts = [RAW, `0:${HEX}`, unknown.user_friendly, 'nothing', '', `0:${HEX},0:${HEX}`, HEX];
    const { status, json } = await ask(texts.map((text) => `address=${encodeURIComponent(text)}`).join('&'));
    expect([status, json]).toEqual([
      200,
      {
        [RAW]: unknown,
        [`0:${HEX}`]: unknown,
        [unknown.user_friendly]: unknown,
        nothing,
        '': nothing,
        [`0:${HEX},0:${HEX}`]: nothing,
        [HEX]: nothing,
      },
    ]);
    expect(answerSchemaOf('/v3/addressBook', dialect).safeParse(json).error).toBeUndefined();
  });

  it('says addr_none for addresses that are no accounts', async () => {
    const { json } = await ask('address=addr_none&address=null&address=ext$8:FF');
    const row = { ...nothing, user_friendly: 'addr_none' };
    expect(json).toEqual({ addr_none: row, null: row, 'ext$8:FF': row });
  });

  it('does not follow X-No-Address-Book, which is about other answers', async () => {
    const { json } = await ask(`address=0:${HEX}&x_no_address_book=true`);
    expect(Object.keys(json)).toEqual([`0:${HEX}`]);
  });
});
