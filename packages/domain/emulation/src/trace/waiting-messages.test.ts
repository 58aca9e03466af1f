import { expect, it } from '@jest/globals';
import { createWaitingMessages } from './waiting-messages.ts';

const message = (createdLt: bigint, depth = 0) => ({
  address: { workchain: 0, hash: new Uint8Array(32) },
  boc: new Uint8Array(0),
  createdLt,
  parent: null,
  depth,
});

it('messages come by logical time, and those of one time in the order of their sending', () => {
  const waiting = createWaitingMessages();
  const lts = Array.from({ length: 500 }, (_, index) => BigInt((index * 7_919) % 100));
  for (const [depth, lt] of lts.entries()) waiting.add(message(lt, depth));
  const taken = [];
  for (let next = waiting.next(); next !== undefined; next = waiting.next()) taken.push(next);
  const expected = lts
    .map((lt, order) => ({ lt, order }))
    .toSorted((left, right) => Number(left.lt - right.lt) || left.order - right.order);
  expect(taken.map(({ createdLt, order, depth }) => [createdLt, order, depth])).toEqual(
    expected.map(({ lt, order }) => [lt, order, order]),
  );
  expect([waiting.next(), waiting.addedCount]).toEqual([undefined, 500]);
});

it('a message may be added while others are taken', () => {
  const waiting = createWaitingMessages();
  for (const lt of [5n, 1n, 3n]) waiting.add(message(lt));
  expect(waiting.next()?.createdLt).toBe(1n);
  waiting.add(message(2n));
  expect([1, 2, 3, 4].map(() => waiting.next()?.createdLt)).toEqual([2n, 3n, 5n, undefined]);
});
