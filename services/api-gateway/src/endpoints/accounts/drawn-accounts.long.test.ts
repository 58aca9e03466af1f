import { expect, it } from '@jest/globals';
import { compareAccounts } from '../../testing/compare-accounts.test-support.ts';

it.each([2, 3, 4, 5])(
  'answers about accounts are what all stored rows say, over many draws of seed %i',
  async (seed) => {
    expect(await compareAccounts(seed, 5_000)).toBeGreaterThan(30);
  },
  3_600_000,
);
