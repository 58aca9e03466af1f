import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createTraceTime } from './trace-time.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const open = () => createTraceTime({ ownMsMax: 3_000, allMsMax: 9_000 }, () => performance.now());
type Time = ReturnType<typeof open>;

/** What is over: transactions, contracts, all. */
const over = ({ transactionsOver, contractsOver, signal }: Time): readonly boolean[] =>
  [transactionsOver, contractsOver, signal].map(({ aborted }) => aborted);

describe('the time of a trace', () => {
  it('begins when it is told to, once, and ends in three steps', () => {
    const time = open();
    jest.advanceTimersByTime(3_000);
    expect(over(time)).toEqual([false, false, false]);
    time.begin();
    jest.advanceTimersByTime(1_999);
    time.begin();
    expect(over(time)).toEqual([false, false, false]);
    jest.advanceTimersByTime(1);
    expect(over(time)).toEqual([true, false, false]);
    jest.advanceTimersByTime(500);
    expect(over(time)).toEqual([true, true, false]);
    jest.advanceTimersByTime(499);
    expect(over(time)).toEqual([true, true, false]);
    jest.advanceTimersByTime(1);
    expect(over(time)).toEqual([true, true, true]);
  });

  it('does not go on in pauses, of which there are none before it begins', () => {
    const time = open();
    time.pause();
    time.begin();
    jest.advanceTimersByTime(1_000);
    time.pause();
    time.pause();
    jest.advanceTimersByTime(4_000);
    time.resume();
    time.resume();
    expect(over(time)).toEqual([false, false, false]);
    jest.advanceTimersByTime(1_000);
    expect(over(time)).toEqual([true, false, false]);
    time.pause();
    time.resume();
    jest.advanceTimersByTime(999);
    expect(over(time)).toEqual([true, true, false]);
    jest.advanceTimersByTime(1);
    expect(over(time)).toEqual([true, true, true]);
  });

  it('ends all the same when there are too many pauses, or when it never begins', () => {
    const waiting = open();
    const time = open();
    time.begin();
    time.pause();
    jest.advanceTimersByTime(5_999);
    expect(over(time)).toEqual([false, false, false]);
    jest.advanceTimersByTime(1);
    expect(over(time)).toEqual([true, false, false]);
    jest.advanceTimersByTime(3_000);
    expect([over(time), over(waiting)]).toEqual([
      [true, true, true],
      [true, true, true],
    ]);
  });

  it('never aborts once it has ended, whatever is called then', () => {
    const [time, waiting] = [open(), open()];
    time.begin();
    time.pause();
    for (const one of [time, waiting]) one.end();
    time.resume();
    waiting.begin();
    jest.advanceTimersByTime(20_000);
    expect([over(time), over(waiting)].flat()).not.toContain(true);
    expect(jest.getTimerCount()).toBe(0);
  });
});
