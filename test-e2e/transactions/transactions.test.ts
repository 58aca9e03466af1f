import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  compareDraws,
  type ComparedChain,
  openComparedChain,
  REFUSED_SHARE_MAX,
} from './compare-with-naive.test-support.ts';

/** Blocks are walked for what they themselves send: a few are near. */
const LIMIT = 2;

let chain: ComparedChain;

beforeAll(async () => {
  chain = await openComparedChain('transactions');
}, 180_000);
afterAll(() => chain?.close());

it('transactions answers what a search through all rows finds, for any filters, page, order and watermark', async () => {
  const { refusedShare, emptyShare } = await compareDraws(chain, { count: 500, seed: 12 });
  expect(refusedShare).toBeLessThanOrEqual(REFUSED_SHARE_MAX);
  expect(emptyShare).toBeLessThan(0.6);
}, 300_000);

it('transactions finds what blocks themselves send, though the sender has no transactions', async () => {
  await chain.moveTo(45);
  const source = `-1:${'0'.repeat(64)}`;
  const fromSystem = chain.all.filter(({ messages, mcBlockSeqno }) =>
    messages.some(
      ({ direction, sourceWorkchain, sourceAccount }) =>
        direction === 'in' &&
        mcBlockSeqno !== null &&
        sourceWorkchain === -1 &&
        sourceAccount?.every((byte) => byte === 0) === true,
    ),
  );
  const query = new URLSearchParams({ source, limit: String(LIMIT) }).toString();
  expect(fromSystem.length).toBeGreaterThan(LIMIT);
  for (const base of ['/api', '/toncenter/api']) {
    for (const path of ['transactions', 'messages']) {
      const { status, json } = await chain.gateway.request(`${base}/v3/${path}?${query}`);
      expect([path, status, json['error'] ?? '']).toEqual([path, 200, '']);
      expect([path, status, (json[path] as unknown as readonly unknown[]).length]).toEqual([path, 200, LIMIT]);
    }
  }
}, 120_000);
