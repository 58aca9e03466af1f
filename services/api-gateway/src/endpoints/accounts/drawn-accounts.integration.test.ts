import { expect, it } from '@jest/globals';
import { compareAccounts } from '../../testing/compare-accounts.test-support.ts';

it('answers about accounts are what all stored rows say, while rounds arrive', async () => {
  expect(await compareAccounts(1, 500)).toBeGreaterThan(30);
}, 600_000);
