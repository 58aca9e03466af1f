import { describe, expect, it } from '@jest/globals';
import { createTimeShare } from './time-share.ts';

describe('time of emulations of one kind', () => {
  it('is there at once, is used up, and comes back half as fast as it goes by', () => {
    const time = createTimeShare();
    expect(time.isLeft(1_000)).toBe(true);
    time.used(4_000, 1_000);
    expect(time.isLeft(1_000)).toBe(true);
    time.used(3_000, 1_000);
    expect([time.isLeft(1_000), time.isLeft(5_000), time.isLeft(5_001)]).toEqual([false, false, true]);
  });

  it('is not saved up without end', () => {
    const time = createTimeShare();
    time.used(1_000, 0);
    expect(time.isLeft(1_000_000)).toBe(true);
    time.used(5_000, 1_000_000);
    expect(time.isLeft(1_000_000)).toBe(false);
  });

  it('is half of all time, whatever emulations ask for', () => {
    const time = createTimeShare();
    let usedMs = 0;
    for (let nowMs = 0; nowMs < 100_000; nowMs += 10) {
      if (!time.isLeft(nowMs)) continue;
      time.used(700, nowMs);
      usedMs += 700;
    }
    expect(usedMs).toBeGreaterThanOrEqual(50_000);
    expect(usedMs).toBeLessThanOrEqual(50_000 + 5_000 + 700);
  });
});
