import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  compareDraws,
  type ComparedChain,
  openComparedChain,
  REFUSED_SHARE_MAX,
} from './compare-with-naive.test-support.ts';

let chain: ComparedChain;

beforeAll(async () => {
  chain = await openComparedChain('many transactions');
}, 180_000);
afterAll(() => chain?.close());

it('transactions answers what a search through all rows finds, in very many draws', async () => {
  const { refusedShare, emptyShare } = await compareDraws(chain, { count: 20_000, seed: 1 });
  expect(refusedShare).toBeLessThanOrEqual(REFUSED_SHARE_MAX);
  expect(emptyShare).toBeLessThan(0.6);
}, 3_600_000);
