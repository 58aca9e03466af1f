import { expect, it } from '@jest/globals';
import { type EmulatedTraceAnswer, GetMethodError } from '@tonriver/api-model';
import { silentLogger } from '@tonriver/logger';
import { assignment, messageOf, numberOf, traceOf } from '../testing/emulator-bench.test-support.ts';
import { createLiveTrace, type LiveTrace } from '../traces/live-trace.ts';
import { createLiveTraces } from '../traces/live-traces.ts';
import { createEmulations } from './emulations.ts';

/** Two places, and six traces of an account each. To look at all traces takes a millisecond. */
function openEmulations() {
  const time = { nowMs: 0 };
  const looks = { count: 0 };
  const inner = createLiveTraces({ tracesMax: 10, perAccountMax: 10, bytesMax: 1_000_000 });
  const all = [1, 2, 3, 4, 5, 6].map((number) => {
    const { address, boc, text } = messageOf(number, number);
    const key = `${number}`;
    const message = { key, externalHash: key, address, account: text, boc, acceptedAtMs: 0 };
    const trace = createLiveTrace(message, { takenAtMs: 0, isTakenOver: false, assignment });
    trace.lookedUpAtMs = 0;
    inner.add(trace);
    return trace;
  });
  const running = new Map<number, (answer: EmulatedTraceAnswer | Promise<EmulatedTraceAnswer>) => void>();
  const emulations = createEmulations({
    executor: {
      emulateTrace: async ({ messageBoc }) =>
        await new Promise((resolve) => running.set(numberOf(messageBoc), resolve)),
      continueTrace: async () => traceOf(),
    },
    traces: {
      ...inner,
      open() {
        looks.count += 1;
        time.nowMs += 1;
        return inner.open();
      },
    },
    logger: silentLogger,
    nowMs: () => time.nowMs,
    signal: new AbortController().signal,
    onOutcome: () => undefined,
    onChanged: () => undefined,
    finished: { newest: 0 },
    runningMax: 2,
  });
  const end = async (number: number, outcome: EmulatedTraceAnswer | Promise<EmulatedTraceAnswer>): Promise<void> => {
    running.get(number)!(outcome);
    running.delete(number);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const answer = (number: number): Promise<void> => end(number, traceOf());
  const refuse = (number: number): Promise<void> =>
    end(number, Promise.reject(new GetMethodError('overloaded', 'Too much to do')));
  return { time, looks, traces: inner, all, emulations, answer, refuse, running: () => [...running.keys()] };
}

it('traces are put in line once for all places that get free in ten times as long as that took', async () => {
  const { time, looks, emulations, answer, running } = openEmulations();
  emulations.begin(1);
  expect(running()).toEqual([1, 2]);
  looks.count = 0;
  await answer(1);
  await answer(2);
  expect([running(), looks.count]).toEqual([[3, 4], 0]);
  time.nowMs += 20;
  await answer(3);
  expect(running()).toEqual([4, 5]);
  expect(looks.count).toBeGreaterThan(0);
});

it('a trace that ended or left after it was put in line is not emulated', async () => {
  const { traces, all, emulations, answer, running } = openEmulations();
  emulations.begin(1);
  traces.end(all[2]!, 0);
  traces.remove(all[3]!);
  await answer(1);
  await answer(2);
  expect(running()).toEqual([5, 6]);
});

/** All six are told, and then they are to be emulated again. */
async function openTold() {
  const opened = openEmulations();
  const { time, all, emulations, answer } = opened;
  emulations.begin(1);
  for (const number of [1, 2, 3, 4, 5, 6]) await answer(number);
  const again = (change: Partial<LiveTrace>): void => {
    for (const trace of all) Object.assign(trace, { emulateFromMs: time.nowMs, ...change });
    time.nowMs += 100;
    emulations.begin(1);
  };
  return { ...opened, again };
}

it.each(['touched', 'old'] as const)(
  'what readers have, and is only %s, is emulated half of the time',
  async (renewal) => {
    const { time, emulations, answer, running, again } = await openTold();
    again({ renewal });
    expect(running()).toEqual([1]);
    // Longer than what was saved up.
    time.nowMs += 11_000;
    await answer(1);
    expect(running()).toEqual([]);
    time.nowMs += 400;
    emulations.begin(1);
    expect(running()).toEqual([]);
    // The accounts of their messages have changed meanwhile.
    again({ renewal: undefined });
    expect(running()).toHaveLength(1);
    await answer(running()[0]!);
    expect(running()).toHaveLength(1);
  },
);

it('traces that something has changed for are looked at again before those that are only old', async () => {
  const { all, answer, running, again } = await openTold();
  for (const [index, trace] of all.entries()) trace.renewal = index === 4 ? 'touched' : 'old';
  again({});
  expect(running()).toEqual([5]);
  await answer(5);
  expect(running()).toEqual([1]);
});

it.each([
  ['large', { prediction: { ...traceOf(), isLarge: true } }],
  ['failing', { failures: 3 }],
])('%s traces that readers have are emulated half of the time, others at once', async (_kind, change) => {
  const { time, all, emulations, answer, running, again } = await openTold();
  again(change);
  expect(running()).toEqual([1]);
  time.nowMs += 11_000;
  await answer(1);
  expect(running()).toEqual([]);
  Object.assign(all[3]!, { kept: undefined, failures: 0 });
  emulations.begin(1);
  expect(running()).toEqual([4]);
  time.nowMs += 12_100;
  await answer(4);
  expect(running()).toHaveLength(1);
});

it('a trace that was taken over gets its second try whatever others that failed have used', async () => {
  const { time, all, emulations, answer, running, again } = await openTold();
  again({ failures: 3 });
  time.nowMs += 11_000;
  await answer(1);
  expect(running()).toEqual([]);
  Object.assign(all[3]!, { kept: undefined, failures: 1, isTakenOver: true });
  emulations.begin(1);
  expect(running()).toEqual([4]);
});

it('one that the executor had no room for stays what it was', async () => {
  const { time, all, refuse, running, again } = await openTold();
  again({ renewal: 'old' });
  expect(running()).toEqual([1]);
  await refuse(1);
  expect(all[0]).toMatchObject({ renewal: 'old', emulateFromMs: time.nowMs + 300, failures: 0 });
});
