import { expect, it } from '@jest/globals';
import { createMissedMessages } from './missed-messages.ts';

it('messages of an account that misses one do not wait, and after sixteen in a row none does for a while', () => {
  let now = 0;
  const letGo: (string | undefined)[] = [];
  const missed = createMissedMessages({ letGo: (account) => void letGo.push(account) }, () => now);
  missed.noteMissed('a');
  expect([missed.isUnpaced('a'), missed.isUnpaced('b'), letGo]).toEqual([true, false, ['a']]);
  for (let count = 0; count < 14; count += 1) missed.noteMissed('a');
  missed.noteShown();
  for (let count = 0; count < 15; count += 1) missed.noteMissed('a');
  expect(missed.isUnpaced('b')).toBe(false);
  missed.noteMissed('a');
  expect([missed.isUnpaced('b'), letGo.at(-1)]).toEqual([true, undefined]);
  now = 10_000;
  expect(missed.isUnpaced('b')).toBe(false);
});
