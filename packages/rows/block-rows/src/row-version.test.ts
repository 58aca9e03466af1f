import { expect, it } from '@jest/globals';
import { messagesTable, transactionsTable } from '@tonriver/row-schema';
import { hasPartsSql, parseRowVersion, rowVersionOf, turnOver } from './row-version.ts';

it('rows of transactions in parts, and only they, have no pack', () => {
  const inParts = hasPartsSql('row_version');
  expect([transactionsTable, messagesTable].map(({ pack }) => pack?.emptyWhere)).toEqual([inParts, inParts]);
});

it('rows of a newer parser have a higher version', () => {
  expect(rowVersionOf(4, true)).toBeGreaterThan(rowVersionOf(3, true));
  expect(rowVersionOf(4, false)).toBeGreaterThan(rowVersionOf(3, false));
});

it('rows of a block in its round have a higher version than those of the partial block', () => {
  expect(rowVersionOf(3, true)).toBeGreaterThan(rowVersionOf(3, false));
});

it('rows of a partial block by a newer parser do not replace those of an older parser with the round', () => {
  expect(rowVersionOf(3, true)).toBeGreaterThan(rowVersionOf(4, false));
});

it('rows have a higher version than those of parsers before version 3', () => {
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
