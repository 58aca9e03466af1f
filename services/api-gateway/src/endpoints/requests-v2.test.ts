import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { stubStore, watermarkRows } from '@tonriver/chain-reader/testing';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.test-support.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway(stubStore(async (sql) => watermarkRows(sql) ?? []));
});
afterAll(() => gateway?.stop());

const ADDRESS = `0:${'5a'.repeat(32)}`;
const HASH = 'ab'.repeat(32);
const BLOCK = 'workchain=-1&shard=-9223372036854775808';
const WHOLE_BLOCK = `${BLOCK}&seqno=1`;

const parse = (text: string): string => `failed to parse get request: ${text}`;
const unfit = (text: string): string => `failed to validate request: ${text}`;

describe('a GET of v2 is refused as the deployed service does', () => {
  it.each([
    ['getTransactions', parse('failed to parse address')],
    ['getTransactions?address=x', parse('failed to parse address')],
    [`getTransactions?address=${ADDRESS}&lt=x`, parse('failed to parse lt')],
    [`getTransactions?address=${ADDRESS}&lt=9223372036854775808`, parse('failed to parse lt')],
    [`getTransactions?address=${ADDRESS}&hash=x`, parse('failed to parse hash')],
    [`getTransactions?address=${ADDRESS}&limit=`, parse('failed to parse limit')],
    [`getTransactions?address=${ADDRESS}&to_lt=1.5`, parse('failed to parse to_lt')],
    [`getTransactions?address=${ADDRESS}&archival=maybe`, parse('failed to parse archival')],
    [`getTransactions?address=${ADDRESS}&limit=0`, unfit('limit should be positive')],
    [`getTransactions?address=${ADDRESS}&limit=1001`, unfit('limit should be less or equal 1000')],
    [`getTransactions?address=${ADDRESS}&lt=-1`, unfit('lt should be non-negative')],
    [`getTransactions?address=${ADDRESS}&lt=1`, unfit('lt and hash should be used together')],
    [`getTransactions?address=${ADDRESS}&lt=0&hash=${HASH}`, unfit('lt and hash should be used together')],
    ['getBlockTransactions', parse('failed to parse workchain')],
    ['getBlockTransactions?workchain=0&shard=c000000000000000&seqno=1', parse('failed to parse workchain')],
    [`getBlockTransactionsExt?${BLOCK}`, parse('failed to parse seqno')],
    [`getBlockTransactions?${BLOCK}&seqno=0`, unfit('seqno should be positive')],
    [`getBlockTransactions?${WHOLE_BLOCK}&root_hash=x`, parse('failed to parse root_hash')],
    [`getBlockTransactions?${WHOLE_BLOCK}&after_hash=x`, parse('failed to parse after_hash')],
    [`getBlockTransactions?${WHOLE_BLOCK}&after_lt=1`, unfit('after_lt and after_hash should be used together')],
    [
      `getBlockTransactions?${WHOLE_BLOCK}&after_hash=${HASH}`,
      unfit('after_lt and after_hash should be used together'),
    ],
    [`getBlockTransactions?${WHOLE_BLOCK}&count=0`, unfit('count should be positive')],
    [`getBlockTransactionsExt?${WHOLE_BLOCK}&count=10001`, unfit('count should be less or equal 10000')],
    ['getBlockHeader?workchain=-1&shard=0x8000000000000000&seqno=1', parse('failed to parse workchain')],
    [`getBlockHeader?${BLOCK}&seqno=-5`, unfit('seqno should be positive')],
    ['lookupBlock?workchain=0&shard=x&seqno=1', parse('failed to parse shard')],
    [`lookupBlock?${BLOCK}`, unfit('exactly one of seqno, lt, unixtime should be specified')],
    [`lookupBlock?${WHOLE_BLOCK}&lt=1`, unfit('exactly one of seqno, lt, unixtime should be specified')],
    [`lookupBlock?${BLOCK}&seqno=0`, unfit('seqno should be positive')],
    [`lookupBlock?${BLOCK}&lt=-1`, unfit('lt should be non-negative')],
    [`lookupBlock?${BLOCK}&unixtime=-1`, unfit('unixtime should be non-negative')],
    ['tryLocateTx', parse("Failed to parse ton_addr: ''")],
    [`tryLocateResultTx?source=${ADDRESS}&destination=y&created_lt=1`, parse("Failed to parse ton_addr: 'y'")],
    [`tryLocateSourceTx?source=${ADDRESS}&destination=${ADDRESS}`, parse('failed to parse created_lt')],
    [`tryLocateTx?source=${ADDRESS}&destination=${ADDRESS}&created_lt=-1`, unfit('created_lt should be non-negative')],
    ['getExtendedAddressInformation?address=abc', parse("Failed to parse ton_addr: 'abc'")],
    [`getWalletInformation?address=${ADDRESS}&seqno=0`, unfit('seqno should be positive')],
    ['getConfigParam', unfit('only one of config_id or param should be specified')],
    ['getConfigParam?param=-1', unfit('param should be non-negative')],
    ['getConfigParam?param=x', parse('failed to parse param')],
    ['getConfigAll?seqno=0', unfit('seqno should be positive')],
    ['getLibraries?libraries=x', parse('failed to parse libraries')],
    [`getLibraries?libraries=${HASH},${HASH}`, parse('failed to parse libraries')],
  ])('%s', async (path, error) => {
    const { status, json } = await gateway.request(`/toncenter/api/v2/${path}`);
    expect([status, json]).toEqual([422, { ok: false, error, code: 422, '@extra': expect.any(String) }]);
    const other = await gateway.request(`/api/v2/${path}`);
    expect([other.status, other.json['ok']]).toEqual([400, false]);
  });

  it('getLibraries with more than 16 hashes, with the status of a node', async () => {
    const query = Array.from({ length: 17 }, (_, at) => `libraries=${at.toString(16).padStart(64, '0')}`).join('&');
    const { status, json } = await gateway.request(`/toncenter/api/v2/getLibraries?${query}`);
    const error = 'LITE_SERVER_UNKNOWN: more than 16 libraries are asked for';
    expect([status, json]).toMatchObject([500, { ok: false, error }]);
  });
});

describe('a POST of v2 is refused as the deployed service does', () => {
  const parsePost = (text: string): string => `failed to parse post request: ${text}`;
  it.each([
    ['getTransactions', {}, parsePost("Error at path 'address': Field is missing")],
    ['getTransactions', { address: 'x' }, parsePost("Failed to parse ton_addr: 'x'")],
    ['getTransactions', { address: ADDRESS, hash: 'x', lt: 1 }, parsePost("invalid hash: 'x'")],
    ['getTransactions', { address: ADDRESS, inclusive: true }, parsePost("Unknown property 'inclusive'")],
    ['getBlockHeader', { workchain: -1, shard: 'x', seqno: 1 }, parsePost('failed to parse shard')],
    ['getConfigParam', { param: 1, config_id: 1 }, unfit('only one of config_id or param should be specified')],
    ['tryLocateTx', { source: ADDRESS }, parsePost("Error at path 'destination': Field is missing")],
    ['getLibraries', { libraries: [HASH, 'x'] }, parsePost('failed to parse libraries')],
  ])('%s %j', async (method, body, error) => {
    const { status, json } = await gateway.request(`/toncenter/api/v2/${method}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    expect([status, json]).toMatchObject([422, { ok: false, error, code: 422 }]);
  });

  it('but takes a shard as a number of JSON that a double cannot hold', async () => {
    const body = '{"workchain":-1,"shard":-9223372036854775807,"seqno":5}';
    const { json } = await gateway.request('/toncenter/api/v2/getBlockHeader', { method: 'POST', body });
    expect(json['error']).toBe('LITE_SERVER_NOTREADY: seqno not in db');
  });
});
