import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type EmulatedTraceAnswer, GetMethodError } from '@tonriver/api-model';
import {
  assignment,
  bench,
  messageOf,
  numberOf,
  numbersOfCalls,
  openBench,
  settle,
  take,
  traceOf,
} from '../testing/emulator-bench.test-support.ts';
import { createLiveTrace, type LiveTrace } from '../traces/live-trace.ts';
import { createTurns } from './turns.ts';

beforeEach(openBench);
afterEach(() => {
  Object.defineProperty(bench, 'nowMs', { configurable: true, writable: true, value: 0 });
});

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

it('accounts whose messages take too long share one place of two, also when each of them is another message', async () => {
  bench.onCall = () => new GetMethodError('timed_out', 'timeout', {}, { isRetryable: true });
  for (const account of [1, 2]) for (const number of [1, 2]) take(messageOf(account, account * 10 + number));
  await settle();
  expect(numbersOfCalls()).toEqual([11, 12, 21, 22]);
  bench.onCall = () => undefined;
  bench.calls = [];
  answerSlowly();
  for (const account of [1, 2]) take(messageOf(account, account * 10 + 3));
  await settle();
  expect(bench.calls).toHaveLength(1);
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
    set(ms: number) {
      nowMs = ms;
    },
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

describe('turns', () => {
  const traceOfAccount = (account: number, takenAtMs: number, changes: Partial<LiveTrace> = {}): LiveTrace => {
    const { address, boc, text } = messageOf(account, takenAtMs);
    const key = Buffer.from(`${account} ${takenAtMs}`).toString('base64');
    const message = { key, externalHash: key, address, account: text, boc, acceptedAtMs: takenAtMs };
    return Object.assign(createLiveTrace(message, { takenAtMs, isTakenOver: false, assignment }), changes);
  };
  const kept = { accounts: [], actions: [] } as unknown as LiveTrace['kept'];

  it('wait four times what their account used lately, and not without end', () => {
    const turns = createTurns({ newest: -1 });
    const [busy, seldom] = [messageOf(1, 0).text, messageOf(2, 0).text];
    turns.used(busy, true, 1_000, 10_000);
    const own = traceOfAccount(1, 10_000);
    const others = [9_000, 13_999, 14_001].map((takenAtMs) => traceOfAccount(2, takenAtMs));
    const order = turns.of([own, ...others], 10_000).map(({ takenAtMs }) => takenAtMs);
    // Later ones may not begin yet.
    expect(order).toEqual([9_000, 10_000]);
    turns.used(busy, true, 1_000, 20_000);
    expect(turns.of([own, ...others], 20_000).map(({ takenAtMs }) => takenAtMs)).toEqual([
      9_000, 13_999, 14_001, 10_000,
    ]);
    turns.used(seldom, false, 60_000, 20_000);
    expect(turns.of([own, ...others], 40_000).map(({ takenAtMs }) => takenAtMs)).toEqual([
      9_000, 10_000, 13_999, 14_001,
    ]);
  });

  it('are first of those that nobody has, then of those that have grown, then of those that are looked at again', () => {
    const turns = createTurns({ newest: -1 });
    const mined = [{ place: { mcSeqno: 1 } }] as unknown as LiveTrace['mined'];
    const again = traceOfAccount(1, 1, { kept });
    const grown = traceOfAccount(2, 2, { kept, mined });
    const first = traceOfAccount(3, 3);
    const noted = traceOfAccount(4, 0, { kept, mined, knownMinedCount: 1 });
    expect(turns.of([again, grown, first, noted], 10)).toEqual([first, grown, noted, again]);
    const running = traceOfAccount(5, 1, { isRunning: true });
    const known = traceOfAccount(6, 1, { emulateFromMs: undefined });
    expect(turns.of([running, known], 10)).toEqual([]);
  });

  it('of traces that are looked at again go round among accounts too', () => {
    const turns = createTurns({ newest: -1 });
    turns.used(messageOf(1, 0).text, false, 5_000, 10_000);
    const many = [1, 2, 3].map((takenAtMs) => traceOfAccount(1, takenAtMs, { kept }));
    const one = traceOfAccount(2, 10_000, { kept });
    expect(turns.of([...many, one], 10_000)).toEqual([one, ...many]);
  });
});
