import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { EmulatedTraceAnswer } from '@tonriver/api-model';
import {
  bench,
  messageOf,
  numberOf,
  numbersOfCalls,
  openBench,
  settle,
  take,
  traceOf,
} from './testing/emulator-bench.test-support.ts';

beforeEach(openBench);
afterEach(() => void Object.defineProperty(bench, 'nowMs', { configurable: true, writable: true, value: 0 }));

/** Answers all calls only when it is told to, after some time each. */
function answerSlowly(): { readonly answer: (number: number) => Promise<void> } {
  const waiting = new Map<number, (trace: EmulatedTraceAnswer) => void>();
  for (let number = 1; number <= 40; number += 1) {
    bench.answers.set(number, new Promise((resolve) => waiting.set(number, resolve)));
  }
  return {
    async answer(number) {
      bench.nowMs += 500;
      waiting.get(number)!(traceOf());
      await settle();
    },
  };
}

it('messages of an account that sends seldom go before those of accounts that send much', async () => {
  const { answer } = answerSlowly();
  // Two places, and two accounts that have many messages.
  for (const number of [1, 2, 3, 4]) for (const account of [1, 2]) take(messageOf(account, account * 10 + number));
  await settle();
  expect(numbersOfCalls()).toEqual([11, 21]);
  take(messageOf(3, 31));
  await settle();
  await answer(11);
  // The waiting ones of the first account came earlier.
  expect(bench.calls.map(({ messageBoc }) => numberOf(messageBoc))).toEqual([11, 21, 31]);
  take(messageOf(3, 32));
  await answer(31);
  await answer(21);
  expect(numbersOfCalls()).toHaveLength(5);
});

it('messages of one account keep their order while time goes on', async () => {
  const { answer } = answerSlowly();
  take(messageOf(1, 1));
  await settle();
  for (const number of [2, 3, 4]) take(messageOf(1, number));
  await settle();
  let nowMs = bench.nowMs;
  Object.defineProperty(bench, 'nowMs', {
    configurable: true,
    get: () => (nowMs += 1),
    set: (ms: number) => (nowMs = ms),
  });
  for (const number of [1, 2, 3]) await answer(number);
  expect(bench.calls.map(({ messageBoc }) => numberOf(messageBoc))).toEqual([1, 2, 3, 4]);
});

it('traces that are only looked at again take one place of two, and others both', async () => {
  for (const account of [1, 2, 3]) take(messageOf(account, account));
  await settle();
  bench.calls = [];
  const { answer } = answerSlowly();
  bench.nowMs += 6_000;
  bench.indexedSeqno = 11;
  bench.touched = [1, 2, 3].map((account) => messageOf(account, 0).text);
  await settle();
  expect(bench.calls).toHaveLength(1);
  take(messageOf(4, 4));
  await settle();
  expect(numbersOfCalls().at(-1)).toBe(4);
  await answer(1);
  expect(numbersOfCalls()).toEqual([1, 2, 4]);
});
