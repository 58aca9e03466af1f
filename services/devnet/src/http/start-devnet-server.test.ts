import { request as httpRequest } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { TonriverError } from '@tonriver/errors';
import { silentLogger } from '@tonriver/logger';
import { createHealth, createMetrics } from '@tonriver/telemetry';
import type { MadeRound } from '../chain/make-round.ts';
import type { ChainThread } from '../thread/start-chain-thread.ts';
import { createRoundFeed, type RoundFeed } from './round-feed.ts';
import { startDevnetServer } from './start-devnet-server.ts';

const hash = (name: number): string => name.toString(16).padStart(2, '0').repeat(32);
const hashes = { rootHash: hash(1), fileHash: hash(2) };
const WHOLE = 0x8000000000000000n;

const roundOf = (seqno: number): MadeRound => ({
  firstSeqno: 1,
  seqno,
  genUtime: 1_800_000_000,
  blocks: [
    { workchain: -1, shard: WHOLE, seqno, ...hashes, boc: Uint8Array.of(seqno) },
    { workchain: 0, shard: WHOLE, seqno, ...hashes, boc: Uint8Array.of(seqno, 0) },
  ],
  transactionCount: 3,
  minedCount: 0,
  expiredCount: 0,
  warnings: [],
  buildMs: 1,
  storeMs: 1,
});

/** A chain that answers what a test wants. */
function chainOf(changes: Partial<ChainThread>): ChainThread {
  const unexpected = (): Promise<never> => Promise.reject(new Error('not expected'));
  return {
    identity: {
      seed: 's',
      globalId: -777,
      genesisTime: 1,
      shardsMin: 1,
      shardsMax: 1,
      walletCount: 0,
      masterchain: hashes,
      basechain: hashes,
    },
    wallets: [],
    faucetAddress: '0:00',
    send: unexpected,
    give: unexpected,
    changeConfig: unexpected,
    snapshot: unexpected,
    message: unexpected,
    round: () => Promise.resolve(undefined),
    block: () => Promise.resolve(undefined),
    zeroState: () => Promise.resolve(undefined),
    status: () =>
      Promise.resolve({
        firstSeqno: 1,
        seqno: 7,
        now: 1,
        clockAheadSeconds: 0,
        waitingMessages: 0,
        isPaused: false,
        isIdle: false,
        demo: null,
      }),
    makeRounds: unexpected,
    pause: unexpected,
    resume: unexpected,
    advanceClock: unexpected,
    run: unexpected,
    close: () => Promise.resolve(),
    ...changes,
  };
}

describe('the port of a devnet', () => {
  let stop: () => Promise<void>;
  let url = '';
  let feed: RoundFeed;
  const start = async (changes: Partial<ChainThread>): Promise<void> => {
    feed = createRoundFeed({ firstSeqno: 1, lastSeqno: 0, roundsMax: 2 });
    const parts = { health: createHealth(), metrics: createMetrics(), logger: silentLogger };
    const server = await startDevnetServer({ host: '127.0.0.1', port: 0, chain: chainOf(changes), feed, ...parts });
    url = `http://127.0.0.1:${server.port}`;
    stop = () => server.stop({ drainMs: 0, graceMs: 1_000 });
  };
  const post = async (path: string, body: unknown) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(url + path, { method: 'POST', body: text });
    return { status: response.status, headers: response.headers, body: (await response.json()) as object };
  };
  beforeEach(() => start({}));
  afterEach(() => stop());
  const restart = async (changes: Partial<ChainThread>): Promise<void> => {
    await stop();
    await start(changes);
  };

  it('tells what the demo has sent, where there is one', async () => {
    const status = async (): Promise<object> => (await (await fetch(`${url}/devnet/status`)).json()) as object;
    expect(await status()).not.toHaveProperty('demo');
    const demo = { accepted: { swap: 3 }, refused: 1, lastRefusal: { name: 'swap', reason: 'full' } };
    const plain = await chainOf({}).status();
    await restart({ status: () => Promise.resolve({ ...plain, demo }) });
    expect(await status()).toMatchObject({
      last_seqno: 7,
      demo: { accepted: { swap: 3 }, refused: 1, last_refusal: { name: 'swap', reason: 'full' } },
    });
  });

  it('answers an accepted message as each version of the API does', async () => {
    await restart({ send: () => Promise.resolve({ hash: hash(3), normalisedHash: hash(4), afterSeqno: 41 }) });
    const [own, normalised] = [hash(3), hash(4)].map((hex) => Buffer.from(hex, 'hex').toString('base64'));
    const boc = 'te6cckEBAQEAAgAAAEysuc0=';
    const extra = expect.stringMatching(/^\d+:_:\d+\.\d+$/);
    const plain = await post('/api/v2/sendBoc', { boc });
    expect(plain).toMatchObject({ status: 200, body: { ok: true, result: { '@type': 'ok' }, '@extra': extra } });
    expect(plain.headers.get('access-control-allow-origin')).toBe('*');
    const result = { '@type': 'raw.extMessageInfo', hash: own, hash_norm: normalised };
    const withHash = await post('/api/v2/sendBocReturnHash', { boc });
    expect(withHash).toMatchObject({ status: 200, body: { ok: true, result } });
    expect(withHash.headers.get('after-seqno')).toBe('41');
    expect((await post('/api/v3/message', { boc })).body).toEqual({
      message_hash: own,
      message_hash_norm: normalised,
    });
  });

  it('refuses requests without a message, as each version of the API does', async () => {
    const cases: readonly [path: string, body: unknown, status: number, text: RegExp][] = [
      ['/api/v2/sendBoc', {}, 422, /^failed to parse post request/],
      ['/api/v2/sendBoc', '', 422, /^failed to parse post request/],
      ['/api/v2/sendBoc', { boc: '' }, 422, /^empty boc$/],
      ['/api/v2/sendBoc', { boc: '_-_-' }, 422, /invalid base64 encoded bytes/],
      ['/api/v3/message', {}, 401, /^boc is required$/],
      ['/api/v3/message', '[1]', 400, /JSON object/],
    ];
    for (const [path, body, status, text] of cases) {
      expect(await post(path, body)).toMatchObject({
        status,
        body: { code: status, error: expect.stringMatching(text) },
      });
    }
  });

  it('gives the reason of a refusal, and says when to come again', async () => {
    const fails = (code: string, fields = {}) => ({
      send: () => Promise.reject(new TonriverError(code, 'the reason', fields)),
    });
    await restart(fails('message_refused'));
    expect(await post('/api/v2/sendBoc', { boc: 'AAAA' })).toMatchObject({
      status: 500,
      body: { ok: false, code: 500, error: 'LITE_SERVER_UNKNOWN: the reason' },
    });
    await restart(fails('bad_bag'));
    expect((await post('/api/v3/message', { boc: 'AAAA' })).body).toEqual({
      code: 500,
      error: 'INVALID_BAG_OF_CELLS: the reason',
    });
    await restart(fails('overloaded', { retryAfterMs: 2_500 }));
    const busy = await post('/api/v2/sendBoc', { boc: 'AAAA' });
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '3']);
  });

  it('serves rounds and blocks once they are there, and lets readers wait for the next one', async () => {
    const head = async (query = '') => (await (await fetch(`${url}/source/v1/head${query}`)).json()) as object;
    expect(await head()).toEqual({ first_seqno: 1, last_seqno: 0, revision: 0 });
    const waiting = head('?seen=0&wait_ms=10000');
    feed.add(roundOf(1));
    expect(await waiting).toEqual({ first_seqno: 1, last_seqno: 1, revision: 1 });
    const round = (await (await fetch(`${url}/source/v1/rounds/1`)).json()) as { readonly blocks: readonly object[] };
    expect(round.blocks).toHaveLength(2);
    const block = await fetch(`${url}/source/v1/blocks/0/8000000000000000/1`);
    expect([...new Uint8Array(await block.arrayBuffer())]).toEqual([1, 0]);
    expect(block.headers.get('x-file-hash')).toMatch(/^[0-9a-f]{64}$/);
    for (const path of ['rounds/2', 'blocks/0/8000000000000000/2', 'zero-states/0', 'nothing']) {
      expect((await fetch(`${url}/source/v1/${path}`)).status).toBe(404);
    }
    for (const path of ['rounds/x', 'blocks/5/8000000000000000/1', 'blocks/0/8/1', 'zero-states/3']) {
      expect((await fetch(`${url}/source/v1/${path}`)).status).toBe(400);
    }
  });

  it('lets only callers on this machine use the routes of the operator, and no web page', async () => {
    const status = (headers: Record<string, string>): Promise<number> =>
      new Promise((resolve, reject) => {
        const asking = httpRequest(`${url}/devnet/status`, { headers }, (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        });
        asking.on('error', reject).end();
      });
    expect(await status({})).toBe(200);
    expect(await status({ origin: url })).toBe(200);
    expect(await status({ host: 'evil.example' })).toBe(403);
    expect(await status({ origin: 'http://evil.example' })).toBe(403);
    expect(await status({ 'sec-fetch-site': 'cross-site' })).toBe(403);
  });

  it('says why a change of the configuration is refused', async () => {
    const refuses = (code: string) => restart({ changeConfig: () => Promise.reject(new TonriverError(code, 'why')) });
    await refuses('bad_config');
    expect(await post('/devnet/config', { param: 8, boc: 'AAAA' })).toMatchObject({
      status: 422,
      body: { error: 'why' },
    });
    await refuses('bad_bag');
    expect(await post('/devnet/config', { param: 8, boc: 'AAAA' })).toMatchObject({ status: 400 });
  });

  it('reads the requests of the operator strictly', async () => {
    const given: bigint[] = [];
    await restart({
      give: (_to, amount) => {
        given.push(amount);
        return Promise.resolve({ hash: hash(3), normalisedHash: hash(3) });
      },
    });
    const address = `0:${'ab'.repeat(32)}`;
    for (const amount of [undefined, 1, '2.5', 10_000]) {
      expect((await post('/devnet/faucet', { address, amount })).status).toBe(200);
    }
    expect(given).toEqual([10_000_000_000n, 1_000_000_000n, 2_500_000_000n, 10_000_000_000_000n]);
    for (const body of [
      {},
      { address: 'x' },
      { address, amount: 0 },
      { address, amount: '10000.1' },
      { address, amount: -1 },
    ]) {
      expect((await post('/devnet/faucet', body)).status).toBe(400);
    }
    for (const body of [{}, { param: '8', boc: 'AAAA' }, { param: 2 ** 31, boc: 'AAAA' }, { param: 8, boc: '?' }]) {
      expect((await post('/devnet/config', body)).status).toBe(400);
    }
    for (const seconds of [0, -1, 1.5, 1e12, '5']) expect((await post('/devnet/time', { seconds })).status).toBe(400);
    expect((await fetch(`${url}/devnet/messages?hash=zz`)).status).toBe(400);
    expect((await fetch(`${url}/devnet/faucet`)).status).toBe(405);
    expect((await fetch(`${url}/nothing`)).status).toBe(404);
  });
});
