import { expect, it } from '@jest/globals';
import { createUsedTime } from './used-time.ts';

it('what an account used counts half after ten seconds, and others are not charged for it', () => {
  const used = createUsedTime();
  used.add('one', 800, 1_000);
  expect([used.of('one', 1_000), used.of('other', 1_000)]).toEqual([800, 0]);
  expect(used.of('one', 11_000)).toBeCloseTo(400);
  used.add('one', 100, 11_000);
  expect(used.of('one', 31_000)).toBeCloseTo(125);
});

it('forgets the account that used something the longest ago when there are too many', () => {
  const used = createUsedTime();
  for (let number = 0; number < 10_000; number += 1) used.add(`account ${number}`, 1, 0);
  used.add('account 0', 1, 0);
  used.add('one more', 1, 0);
  expect(['account 0', 'account 1', 'account 2', 'one more'].map((one) => used.of(one, 0))).toEqual([2, 0, 1, 1]);
});
