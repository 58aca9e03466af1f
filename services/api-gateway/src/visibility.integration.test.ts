import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createMemoryCache } from '@tonriver/cache';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { openTestStore } from '@tonriver/chain-reader/testing';
import { CACHE_LAYOUT } from './cache-layout.ts';
import { type MessageName, messageHash, sampleChain, transactionHash } from './testing/sample-chain.test-support.ts';
import { startTestGateway, type TestGateway } from './testing/test-gateway.test-support.ts';
import { writeRows } from './testing/write-rows.test-support.ts';

let store: ClickHouseStore;
let gateway: TestGateway;

beforeAll(async () => {
  store = await openTestStore();
  await writeRows(store, sampleChain);
});

beforeEach(async () => {
  await store.command('TRUNCATE TABLE watermarks');
  gateway = await startTestGateway(store, { isTestnet: true });
});

afterEach(async () => {
  await gateway?.stop();
});

afterAll(async () => {
  await store?.close();
});

async function found(name: MessageName): Promise<string[]> {
  const { json } = await gateway.request(`/api/v3/transactionsByMessage?msg_hash=${messageHash(name)}`);
  return (json['transactions'] as unknown as { hash: string }[]).map(({ hash }) => hash);
}

async function moveWatermark(lastSeqno: number): Promise<void> {
  await writeRows(store, { watermarks: [{ firstSeqno: 10, lastSeqno }] });
  for (;;) {
    const { headers } = await gateway.request(`/api/v3/transactionsByMessage?msg_hash=${'00'.repeat(32)}`);
    if (headers.get('x-indexed-seqno') === String(lastSeqno)) return;
  }
}

describe('visibility', () => {
  it('without a watermark shows only partial blocks', async () => {
    expect(await found('partial')).toEqual([transactionHash('partial')]);
    expect(await found('first')).toEqual([]);
    const { status, headers, json } = await gateway.request('/api/v3/masterchainInfo');
    expect([status, headers.get('retry-after'), json]).toEqual([
      503,
      '1',
      { code: 503, error: 'no masterchain block is indexed yet' },
    ]);
    expect((await gateway.request('/api/v3/masterchainBlockShards?seqno=10')).status).toBe(404);
  });

  it('grows with the watermark, whatever was cached', async () => {
    await moveWatermark(10);
    expect(await found('first')).toEqual([transactionHash('opening')]);
    expect((await gateway.request('/api/v3/masterchainBlockShards?seqno=11')).status).toBe(404);
    await moveWatermark(11);
    expect(await found('first')).toEqual(['spreading', 'opening'].map(transactionHash));
    await moveWatermark(13);
    expect(await found('fourth')).toEqual(['hidden', 'spreading'].map(transactionHash));
    expect((await gateway.request('/api/v3/masterchainInfo')).json['last']).toMatchObject({ seqno: 13 });
  });

  it('prints addresses of a test network with its flag', async () => {
    await moveWatermark(10);
    const { json } = await gateway.request(`/api/v3/transactionsByMessage?msg_hash=${messageHash('first')}`);
    const rows = Object.values(json['address_book'] ?? {}) as { user_friendly: string }[];
    expect(rows.every(({ user_friendly: form }) => form.startsWith('0Q'))).toBe(true);
  });
});

describe('the cache', () => {
  it('keeps a transaction below the watermark and leaves out what may still change', async () => {
    await gateway.stop();
    const cache = createMemoryCache({ bytesMax: 1024 * 1024 });
    const keys: string[] = [];
    const watched = {
      ...cache,
      setMany: (entries: Parameters<typeof cache.setMany>[0]) => {
        keys.push(...entries.map(({ key }) => key));
        return cache.setMany(entries);
      },
      set: (entry: Parameters<typeof cache.set>[0]) => {
        keys.push(entry.key);
        return cache.set(entry);
      },
    };
    gateway = await startTestGateway(store, { cache: watched });
    await moveWatermark(11);
    await found('first');
    await found('partial');
    await found('fourth');
    const records = keys.filter((key) => key.includes(':transaction:'));
    // Two transactions of the first message, and one at the other end of one of theirs; neither the one without a round
    // nor the one above the watermark.
    expect(records).toHaveLength(3);
    const answers = keys.filter((key) => key.includes(':transactionsByMessage:'));
    expect(
      answers.every((key) => key.startsWith(`tonriver:l${CACHE_LAYOUT}:test:`) && key.includes(':contract:10-11:')),
    ).toBe(true);
    expect(answers).toHaveLength(3);
  });
});
