import { beforeEach, describe, expect, it } from '@jest/globals';
import { GetMethodError } from '@tonriver/api-model';
import {
  bench,
  confirm,
  messageOf,
  numbersOfCalls,
  openBench,
  refusal,
  settle,
  shown,
  STARTED_AT_MS,
  take,
  traceOf,
  TTL_MS,
} from './testing/emulator-bench.test-support.ts';

beforeEach(openBench);

describe('a message that takes too long', () => {
  const tooLong = () => new GetMethodError('timed_out', 'timeout', {}, { isRetryable: true });

  it('says nothing of those behind it: they are not shown as refused before it is known what it does', async () => {
    await confirm();
    const state = Buffer.from('state after').toString('base64');
    const [first, second] = [messageOf(1, 1), messageOf(1, 2)];
    bench.answers.set(1, tooLong());
    bench.answers.set(2, refusal());
    take(first);
    take(second);
    await settle();
    expect(numbersOfCalls()).toEqual([1, 2]);
    expect(await shown(second.text)).toEqual([]);
    // The first one is asked again ever later, this one at the same distance, and not in each moment.
    for (const [afterMs, count] of [
      [999, 2],
      [1, 3],
      [2_000, 4],
      [1_999, 4],
      [1, 5],
    ] as const) {
      bench.nowMs += afterMs;
      await settle();
      expect(bench.calls).toHaveLength(count);
    }
    bench.answers.set(1, traceOf({ [first.text]: state }));
    bench.nowMs += 10_000;
    await settle();
    // Behind the first one it is refused too: now that says something.
    expect(bench.calls.at(-1)!.states).toEqual({ [first.text]: state });
    expect((await shown(second.text)).toSorted()).toEqual(['pending', 'refused']);
  });

  it('lets those behind it be refused when it is in no block and its time is over', async () => {
    await confirm();
    const [first, second] = [messageOf(1, 1), messageOf(1, 2)];
    bench.answers.set(1, tooLong());
    bench.answers.set(2, refusal());
    take(first);
    bench.nowMs += 60_000;
    take(second);
    await settle();
    expect(await shown(second.text)).toEqual([]);
    bench.nowMs += TTL_MS - 60_000;
    await settle();
    bench.nowMs += 10_000;
    await settle();
    expect(await shown(second.text)).toEqual(['refused']);
  });

  it('is emulated again ever later', async () => {
    bench.answers.set(1, tooLong());
    take(messageOf(1, 1));
    await settle();
    for (const [afterMs, count] of [
      [999, 1],
      [1, 2],
      [1_999, 2],
      [1, 3],
      [4_000, 4],
      [8_000, 5],
    ] as const) {
      bench.nowMs += afterMs;
      await settle();
      expect(bench.calls).toHaveLength(count);
    }
  });

  it('gets another chance at once when it was taken over, and until then those behind it are waited for', async () => {
    await confirm();
    bench.step.forget?.(0, 0n);
    const tried = (): boolean[] => [...bench.traces.all()].map(({ isTried }) => isTried);
    bench.answers.set(1, tooLong());
    bench.answers.set(2, refusal());
    for (const number of [1, 2]) take(messageOf(1, number), STARTED_AT_MS - 5_000);
    await settle();
    expect(tried()).toEqual([false, false]);
    bench.nowMs += 300;
    await settle();
    expect(numbersOfCalls()).toEqual([1, 1, 2, 2]);
    expect(tried()[0]).toBe(true);
    bench.nowMs += 300;
    await settle();
    expect(tried()).toEqual([true, true]);
  });

  it('takes one place from others, however many there are', async () => {
    for (const number of [1, 2, 3]) {
      bench.answers.set(number, tooLong());
      take(messageOf(number, number));
    }
    await settle();
    bench.nowMs += 10_000;
    for (const number of [1, 2, 3]) bench.answers.set(number, new Promise(() => undefined));
    await settle();
    expect(bench.calls).toHaveLength(4);
    const other = messageOf(4, 4);
    take(other);
    await settle();
    await confirm();
    expect(await shown(other.text)).toEqual(['pending']);
  });
});
