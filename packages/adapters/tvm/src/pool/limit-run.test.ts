import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { limitRun } from './limit-run.ts';

const TIME_MS = 1_000;

describe('the time of a run', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  /** Starts a run whose thread gets this share of a processor, and returns when it is over, in ms. */
  const overAfter = (share?: number): number | undefined => {
    const startMs = performance.now();
    let overAtMs: number | undefined;
    limitRun({
      timeMs: TIME_MS,
      ...(share === undefined ? {} : { processorTimeMs: () => 70 + share * (performance.now() - startMs) }),
      onOver: () => (overAtMs = performance.now() - startMs),
    });
    jest.advanceTimersByTime(100 * TIME_MS);
    return overAtMs;
  };

  it('is wall time where nothing else is known', () => {
    expect(overAfter()).toBe(TIME_MS);
  });

  it('is wall time where the system does not tell that of a processor', () => {
    const onOver = jest.fn();
    limitRun({ timeMs: TIME_MS, processorTimeMs: () => undefined, onOver });
    jest.advanceTimersByTime(TIME_MS);
    expect(onOver).toHaveBeenCalledTimes(1);
  });

  it('goes on when the system does not tell it for a moment', () => {
    const told = [0, undefined, 10, TIME_MS];
    const onOver = jest.fn();
    limitRun({ timeMs: TIME_MS, processorTimeMs: () => told.shift(), onOver });
    jest.advanceTimersByTime(2 * TIME_MS + 500);
    expect(onOver).not.toHaveBeenCalled();
    jest.advanceTimersByTime(TIME_MS);
    expect([onOver.mock.calls.length, told]).toEqual([1, []]);
  });

  it('is the time that its thread has had of a processor', () => {
    expect(overAfter(1)).toBe(TIME_MS);
    expect(overAfter(0.25)! / (4 * TIME_MS)).toBeCloseTo(1, 1);
  });

  it('ends a run that gets nothing at all', () => {
    const endsAfterMs = overAfter(0)!;
    expect(endsAfterMs).toBeGreaterThanOrEqual(30 * TIME_MS);
    expect(endsAfterMs).toBeLessThanOrEqual(31 * TIME_MS);
  });

  it('is not over for a run that has ended', () => {
    const onOver = jest.fn();
    limitRun({ timeMs: TIME_MS, processorTimeMs: () => 0, onOver })();
    jest.advanceTimersByTime(100 * TIME_MS);
    expect(onOver).not.toHaveBeenCalled();
  });
});
