import { expect, it } from '@jest/globals';
import { createRefusedMessages } from './refused-messages.ts';

it('messages to one account are tried in vain some times at once, then so many times a second', () => {
  let elapsedMs = 0;
  const refused = createRefusedMessages({ atOnceMax: 4, perSecondMax: 2, elapsedMs: () => elapsedMs });
  const tryMany = (account: string): number => {
    let tried = 0;
    for (; tried < 100 && refused.mayTry(account); tried += 1) refused.add(account);
    return tried;
  };
  expect([tryMany('one'), tryMany('one'), tryMany('other')]).toEqual([4, 0, 4]);
  elapsedMs += 499;
  expect(tryMany('one')).toBe(0);
  elapsedMs += 1;
  expect(tryMany('one')).toBe(1);
  elapsedMs += 1_000;
  expect(tryMany('one')).toBe(2);
  elapsedMs += 60_000;
  expect(tryMany('one')).toBe(4);
});
