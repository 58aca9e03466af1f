import { expect, it } from '@jest/globals';
import { parseRowVersion, rowVersionOf, turnOver } from './row-version.ts';

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

it('is read back as it was put together', () => {
  for (const [parserVersion, isRoundKnown, turn] of [
    [1, false, 0],
    [4, true, 3],
    [32_767, true, 32_767],
  ] as const) {
    expect(parseRowVersion(rowVersionOf(parserVersion, isRoundKnown, turn))).toEqual({
      parserVersion,
      isRoundKnown,
      turn,
    });
  }
  expect(() => rowVersionOf(32_768, true)).toThrow(RangeError);
});

it('of an older parser outranks a newer one in the turn that follows, and no parser outranks itself', () => {
  const newer = { isRoundKnown: true, turn: 2, parserVersion: 5 };
  const stored = rowVersionOf(newer.parserVersion, true, newer.turn);
  expect(rowVersionOf(4, true, turnOver(newer, 4))).toBeGreaterThan(stored);
  expect(rowVersionOf(5, true, turnOver(newer, 5))).toBe(stored);
  expect(rowVersionOf(6, true, turnOver(newer, 6))).toBeGreaterThan(stored);
});
