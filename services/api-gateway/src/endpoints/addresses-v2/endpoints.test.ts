import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { stubStore, watermarkRows } from '@tonriver/chain-reader/testing';
import { answerSchemaOf } from '../../testing/answer-schema.test-support.ts';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.test-support.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway(stubStore(async (sql) => watermarkRows(sql) ?? []));
});
afterAll(() => gateway?.stop());

const BASE = '/toncenter/api/v2';
const ask = (path: string) => gateway.request(`${BASE}/${path}`);
const RAW = '0:5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a';
const BOUNCEABLE = 'EQBaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlvq';
const OTHER = 'UQBaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWgYv';
const TESTNET = 'kQBaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWuBg';

describe('an address', () => {
  it.each([
    [RAW, 'raw_form', false],
    [RAW.toUpperCase(), 'raw_form', false],
    [BOUNCEABLE, 'friendly_bounceable', false],
    [OTHER, 'friendly_non_bounceable', false],
    [TESTNET, 'friendly_bounceable', true],
  ])('%s is detected as %s', async (address, form, isTestOnly) => {
    const { status, json } = await ask(`detectAddress?address=${encodeURIComponent(address)}`);
    expect([status, json]).toMatchObject([
      200,
      {
        result: {
          '@type': 'ext.utils.detectedAddress',
          raw_form: RAW,
          bounceable: { b64url: isTestOnly ? TESTNET : BOUNCEABLE },
          given_type: form,
          test_only: isTestOnly,
        },
      },
    ]);
    expect(answerSchemaOf('/v2/detectAddress', 'deployed').parse(json)).toEqual(json);
  });

  it('is packed with the flags of its given form, and unpacked in upper case', async () => {
    const results = async (name: string, addresses: readonly string[]) =>
      await Promise.all(addresses.map(async (address) => (await ask(`${name}?address=${address}`)).json['result']));
    expect(await results('packAddress', [RAW, BOUNCEABLE, OTHER, TESTNET])).toEqual([
      BOUNCEABLE,
      BOUNCEABLE,
      OTHER,
      TESTNET,
    ]);
    const raw = `0:${'5A'.repeat(32)}`;
    expect(await results('unpackAddress', [RAW, BOUNCEABLE, OTHER, TESTNET])).toEqual([raw, raw, raw, raw]);
  });

  it.each(['', 'x', '5a'.repeat(32), `${BOUNCEABLE.slice(0, -1)}A`, `0:${'5a'.repeat(31)}`, 'ext$8:FF', 'null'])(
    'is not %j',
    async (address) => {
      for (const name of ['detectAddress', 'packAddress', 'unpackAddress', 'getAddressBalance']) {
        const { status, json } = await ask(`${name}?address=${encodeURIComponent(address)}`);
        const error = `failed to parse get request: Failed to parse ton_addr: '${address}'`;
        expect([status, json]).toMatchObject([422, { ok: false, error, code: 422 }]);
      }
    },
  );

  it('is required', async () => {
    for (const name of ['detectAddress', 'getAddressInformation', 'getAddressState']) {
      const { status, json } = await ask(name);
      const error = "failed to parse get request: Failed to parse ton_addr: ''";
      expect([status, json]).toMatchObject([422, { error }]);
      const posted = await gateway.request(`${BASE}/${name}`, { method: 'POST', body: '{}' });
      const missing = "failed to parse post request: Error at path 'address': Field is missing";
      expect([posted.status, posted.json]).toMatchObject([422, { error: missing }]);
    }
  });

  it('of a workchain that does not fit a byte has no user-friendly form', async () => {
    expect((await ask(`packAddress?address=200:${'5a'.repeat(32)}`)).status).toBe(422);
    expect((await ask(`unpackAddress?address=200:${'5a'.repeat(32)}`)).json['result']).toBe(`200:${'5A'.repeat(32)}`);
  });
});

describe('a hash', () => {
  it('is detected in all its forms, by GET and as a method of jsonRPC', async () => {
    const hex = 'fb'.repeat(32);
    const [b64, b64url] = [Buffer.from(hex, 'hex').toString('base64'), Buffer.from(hex, 'hex').toString('base64url')];
    for (const given of [hex, hex.toUpperCase(), b64, b64url]) {
      const { json } = await ask(`detectHash?hash=${encodeURIComponent(given)}`);
      expect(json['result']).toEqual({ '@type': 'ext.utils.detectedHash', b64, b64url, hex });
    }
    const body = JSON.stringify({ method: 'detectHash', params: { hash: hex } });
    const called = await gateway.request(`${BASE}/jsonRPC`, { method: 'POST', body });
    expect(called.json['result']).toMatchObject({ hex });
  });

  it.each(['abc', 'fb'.repeat(31), `0x${'fb'.repeat(32)}`, `${'+'.repeat(43)}`])('is not %j', async (hash) => {
    const { status, json } = await ask(`detectHash?hash=${encodeURIComponent(hash)}`);
    expect([status, json]).toMatchObject([422, { error: `failed to parse get request: invalid hash: '${hash}'` }]);
  });

  it('is required', async () => {
    for (const query of ['', '?hash=']) {
      const { status, json } = await ask(`detectHash${query}`);
      expect([status, json]).toMatchObject([422, { error: 'failed to validate request: empty hash' }]);
    }
  });
});
