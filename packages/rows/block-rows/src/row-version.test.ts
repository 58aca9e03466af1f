import { expect, it } from '@jest/globals';
import { rowVersionOf } from './row-version.ts';

it('a newer parser wins', () => {
  expect(rowVersionOf(4, true)).toBeGreaterThan(rowVersionOf(3, true));
  expect(rowVersionOf(4, false)).toBeGreaterThan(rowVersionOf(3, false));
});

it('a block seen inside its round outranks the same block seen alone', () => {
  expect(rowVersionOf(3, true)).toBeGreaterThan(rowVersionOf(3, false));
});

it('a block seen alone by a newer parser does not lose the round that an older one knew', () => {
  expect(rowVersionOf(3, true)).toBeGreaterThan(rowVersionOf(4, false));
});

it('outranks what parsers before version 3 wrote', () => {
  const [seenAlone, seenInsideItsRound] = [4, 5];
  expect(rowVersionOf(3, false)).toBeGreaterThan(seenAlone);
  expect(rowVersionOf(3, true)).toBeGreaterThan(seenInsideItsRound);
});
