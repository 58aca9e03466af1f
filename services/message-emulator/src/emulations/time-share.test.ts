import { beforeEach, describe, expect, it } from '@jest/globals';
import { createTimeShare, type TimeShare } from './time-share.ts';

describe('time of emulations of one kind', () => {
  let nowMs: number;
  let time: TimeShare;
  beforeEach(() => {
    nowMs = 1_000;
    time = createTimeShare(() => nowMs);
  });
  /** Runs one to its end. Returns false when there is no time for it. */
  const run = (tookMs: number): boolean => {
    const over = time.take();
    nowMs += tookMs;
    over?.();
    return over !== undefined;
  };

  it('is there at once, is used up, and comes back half as fast as it goes by', () => {
    expect([run(4_000), run(3_000), run(0)]).toEqual([true, true, false]);
    // 5 s were saved up, 1.5 s came back during the second one, 7 s were used.
    nowMs += 1_000;
    expect(time.take()).toBeUndefined();
    nowMs += 1;
    expect(time.take()).toBeDefined();
  });

  it('is not saved up without end', () => {
    nowMs += 1_000_000;
    expect([run(11_000), run(0)]).toEqual([true, false]);
  });

  it('is for two at once', () => {
    const [first, second, third] = [time.take(), time.take(), time.take()];
    expect([first, second, third].map((over) => over !== undefined)).toEqual([true, true, false]);
    first!();
    expect(time.take()).toBeDefined();
  });

  it('is half of all time, whatever is asked for, and what was too much is waited for', () => {
    const over = new Map<number, () => void>();
    let usedMs = 0;
    for (const endMs = nowMs + 1_000_000; nowMs < endMs; nowMs += 10) {
      over.get(nowMs)?.();
      over.delete(nowMs);
      const end = time.take();
      if (end === undefined) continue;
      const tookMs = over.size === 0 ? 9_000 : 700;
      const before = over.get(nowMs + tookMs);
      over.set(nowMs + tookMs, () => {
        before?.();
        end();
      });
      usedMs += tookMs;
    }
    expect(usedMs).toBeGreaterThan(480_000);
    expect(usedMs).toBeLessThanOrEqual(500_000 + 5_000 + 2 * 9_000);
  });
});
