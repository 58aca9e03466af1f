import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createTraceTime } from './trace-time.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const open = () => createTraceTime({ ownMsMax: 3_000, allMsMax: 9_000 }, () => performance.now());

describe('the time of a trace', () => {
  it('begins when it is told to, once', () => {
    const time = open();
    jest.advanceTimersByTime(3_000);
    expect([time.signal.aborted, time.isNearlyOver]).toEqual([false, false]);
    time.begin();
    jest.advanceTimersByTime(1_999);
    time.begin();
    expect(time.isNearlyOver).toBe(false);
    jest.advanceTimersByTime(1);
    expect([time.signal.aborted, time.isNearlyOver]).toEqual([false, true]);
    jest.advanceTimersByTime(1_000);
    expect(time.signal.aborted).toBe(true);
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
    expect(time.isNearlyOver).toBe(false);
    jest.advanceTimersByTime(1_000);
    expect([time.signal.aborted, time.isNearlyOver]).toEqual([false, true]);
    jest.advanceTimersByTime(1_000);
    expect(time.signal.aborted).toBe(true);
  });

  it('ends all the same when there are too many pauses, or when it never begins', () => {
    const waiting = open();
    const time = open();
    time.begin();
    time.pause();
    jest.advanceTimersByTime(5_999);
    expect(time.isNearlyOver).toBe(false);
    jest.advanceTimersByTime(3_001);
    expect([time, waiting].map(({ signal, isNearlyOver }) => [signal.aborted, isNearlyOver])).toEqual([
      [true, true],
      [true, true],
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
    expect([time.signal.aborted, waiting.signal.aborted]).toEqual([false, false]);
    expect(jest.getTimerCount()).toBe(0);
  });
});
