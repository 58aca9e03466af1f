import { expect, it } from '@jest/globals';
import { createFinishedRounds } from './finished-rounds.ts';

const actions = (lastSeqno: number, rangeSeqno = 1) => ({ rangeSeqno, lastSeqno });

it('all gateways have what was seen ten seconds ago', () => {
  const finished = createFinishedRounds();
  const seen: (readonly [number, number])[] = [];
  for (const [seqno, nowMs] of [
    [5, 0],
    [7, 4_000],
    [7, 9_999],
    [9, 10_000],
    [9, 13_999],
    [9, 14_000],
    [9, 60_000],
  ] as const) {
    finished.note(actions(seqno), nowMs);
    seen.push([finished.newest, finished.newestOfAll]);
  }
  expect(seen).toEqual([
    [5, -1],
    [7, -1],
    [7, -1],
    [9, 5],
    [9, 5],
    [9, 7],
    [9, 9],
  ]);
});

it('a round that went back for one look is still had', () => {
  const finished = createFinishedRounds();
  finished.note(actions(9), 0);
  finished.note(actions(8), 1_000);
  expect(finished.newest).toBe(9);
});

it.each([
  ['another range', actions(4, 3)],
  ['an unknown range', undefined],
])('nothing of before counts for %s', (_what, next) => {
  const finished = createFinishedRounds();
  finished.note(actions(9), 0);
  finished.note(actions(9), 10_000);
  expect(finished.newestOfAll).toBe(9);
  finished.note(next, 20_000);
  expect([finished.newest, finished.newestOfAll]).toEqual([next?.lastSeqno ?? -1, -1]);
});
