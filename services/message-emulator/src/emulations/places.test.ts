import { expect, it } from '@jest/globals';
import { messageOf } from '../testing/emulator-bench.test-support.ts';
import { createLiveTrace, type LiveTrace } from '../traces/live-trace.ts';
import { createPlaces, type InShare } from './places.ts';

function traceOf(account: number): LiveTrace {
  const { address, boc, text } = messageOf(account, 1);
  const message = { key: text, externalHash: text, address, account: text, boc, acceptedAtMs: 0 };
  const assignment = { isCurrent: () => true };
  return createLiveTrace(message, { takenAtMs: 0, isTakenOver: false, assignment });
}

/** Takes as many places for each share in turn as there are. */
function takeAll(placesMax: number, shares: readonly (InShare | undefined)[]): readonly number[] {
  const places = createPlaces(placesMax);
  let account = 0;
  return shares.map((share) => {
    let count = 0;
    while (places.take(traceOf((account += 1)), share) !== undefined) count += 1;
    return count;
  });
}

it('shares are bounded each, and leave a quarter of the places to others together', () => {
  expect(takeAll(16, ['failed', 'large', 'renewed', undefined])).toEqual([4, 4, 4, 4]);
  expect(takeAll(16, ['renewed', 'large', 'failed', undefined])).toEqual([8, 4, 0, 4]);
  expect(takeAll(16, [undefined, 'failed'])).toEqual([16, 0]);
  expect(takeAll(1, ['renewed'])).toEqual([1]);
  expect(takeAll(1, [undefined])).toEqual([1]);
});

it('an account has one place at a time, and a place that is freed can be taken again', () => {
  const places = createPlaces(4);
  const free = places.take(traceOf(1), 'large');
  expect([places.take(traceOf(1), undefined), places.take(traceOf(2), 'large')]).toEqual([undefined, undefined]);
  expect(places.takenCount).toBe(1);
  free!();
  expect(places.take(traceOf(2), 'large')).toBeDefined();
  expect(places.take(traceOf(1), undefined)).toBeDefined();
  expect([places.takenCount, places.isFull]).toEqual([2, false]);
});
