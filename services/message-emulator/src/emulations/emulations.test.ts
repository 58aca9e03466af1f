import { expect, it } from '@jest/globals';
import type { EmulatedTraceAnswer } from '@tonriver/api-model';
import { silentLogger } from '@tonriver/logger';
import { assignment, messageOf, numberOf, traceOf } from '../testing/emulator-bench.test-support.ts';
import { createLiveTrace } from '../traces/live-trace.ts';
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
  const running = new Map<number, (answer: EmulatedTraceAnswer) => void>();
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
  const answer = async (number: number): Promise<void> => {
    running.get(number)!(traceOf());
    running.delete(number);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { time, looks, traces: inner, all, emulations, answer, running: () => [...running.keys()] };
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

it('what readers have, and what is only some seconds old, is emulated half of the time at most', async () => {
  const { time, all, emulations, answer, running } = openEmulations();
  emulations.begin(1);
  for (const number of [1, 2, 3, 4, 5, 6]) await answer(number);
  const again = (isOnlyOld: boolean): void => {
    for (const trace of all) Object.assign(trace, { emulateFromMs: time.nowMs, isOnlyOld });
    time.nowMs += 100;
    emulations.begin(1);
  };
  again(true);
  expect(running()).toEqual([1]);
  // Longer than what was saved up.
  time.nowMs += 9_000;
  await answer(1);
  expect(running()).toEqual([]);
  time.nowMs += 4_000;
  emulations.begin(1);
  expect(running()).toEqual([]);
  // An account of one has changed meanwhile.
  again(false);
  expect(running()).toHaveLength(1);
  await answer(running()[0]!);
  expect(running()).toHaveLength(1);
});

it('traces of accounts with large ones are emulated half of the time at most, also the new ones', async () => {
  const { time, all, traces, emulations, answer, running } = openEmulations();
  emulations.begin(1);
  for (const number of [1, 2, 3, 4, 5, 6]) await answer(number);
  for (const trace of all) {
    trace.prediction = { ...traceOf(), isLarge: true };
    Object.assign(trace, { kept: undefined, emulateFromMs: time.nowMs });
  }
  expect([...traces.open()]).toHaveLength(6);
  time.nowMs += 100;
  emulations.begin(1);
  expect(running()).toEqual([1]);
  time.nowMs += 9_000;
  await answer(1);
  expect(running()).toEqual([]);
  time.nowMs += 8_100;
  emulations.begin(1);
  expect(running()).toHaveLength(1);
});
