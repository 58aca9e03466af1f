import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  compareDraws,
  type ComparedChain,
  openComparedChain,
  REFUSED_SHARE_MAX,
} from './compare-with-naive.test-support.ts';

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
