import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Cache, createMemoryCache } from '@tonriver/cache';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { CACHE_LAYOUT } from './cache-layout.ts';
import { accounts, LAST_SEQNO } from './testing/sample-chain.test-support.ts';
import { openSampleStore } from './testing/sample-store.test-support.ts';
import { startTestGateway, type TestGateway } from './testing/test-gateway.test-support.ts';

/** If the digest differs, the content of the cache has changed: increase `CACHE_LAYOUT` and update this. */
const KNOWN = { layout: 5, digest: 'd5914a719d0ec5d0071a400b522cadd1dc9cb0cee26c6542a2613ff5ccbd9706' };

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const kept = new Map<string, string>();
const memory = createMemoryCache({ bytesMax: 1024 * 1024 });
const keep = (key: string, value: Uint8Array | string): void => {
  kept.set(key, createHash('sha256').update(value).digest('hex'));
};
const watched: Cache = {
  ...memory,
  set(entry) {
    keep(entry.key, entry.value);
    return memory.set(entry);
  },
  setMany(entries) {
    for (const { key, value } of entries) keep(key, value);
    return memory.setMany(entries);
  },
};

let store: ClickHouseStore;
let gateway: TestGateway;

beforeAll(async () => {
  store = await openSampleStore();
  gateway = await startTestGateway(store, { cache: watched });
}, 60_000);

afterAll(async () => {
  await gateway?.stop();
  await store?.close();
});

it('CACHE_LAYOUT matches the content of the cache', async () => {
  for (const dialect of ['/api/v3', '/toncenter/api/v3']) {
    for (const path of [
      `blocks?mc_seqno=${LAST_SEQNO}`,
      'messages?opcode=0xd53276db',
      'transactions?opcode=0xd53276db',
      `transactionsByMasterchainBlock?seqno=${LAST_SEQNO}`,
      `masterchainBlockShards?seqno=${LAST_SEQNO}`,
      `masterchainBlockShardState?seqno=${LAST_SEQNO}`,
      'transactionsByMessage?opcode=0xd53276db',
      `accountStates?address=0:${hex(accounts.carol)}&address=0:${hex(accounts.bob)}`,
      `addressBook?address=0:${hex(accounts.carol)}`,
      'topAccountsByBalance?limit=3',
      `walletStates?address=0:${hex(accounts.carol)}`,
      `addressInformation?address=0:${hex(accounts.bob)}`,
    ]) {
      // Compressed bytes differ between versions of Node.
      await gateway.request(`${dialect}/${path}`, { headers: { 'accept-encoding': 'identity' } });
    }
  }
  const text = [...kept]
    .map(([key, value]) => `${key} ${value}`)
    .toSorted()
    .join('\n');
  expect(kept.size).toBeGreaterThan(5);
  expect([...kept.keys()].every((key) => key.startsWith(`tonriver:l${CACHE_LAYOUT}:`))).toBe(true);
  expect({ layout: CACHE_LAYOUT, digest: createHash('sha256').update(text).digest('hex') }).toEqual(KNOWN);
});
