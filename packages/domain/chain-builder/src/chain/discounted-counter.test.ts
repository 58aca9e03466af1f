import { describe, expect, it } from '@jest/globals';
import { increaseCounter, ZERO_COUNTER } from './discounted-counter.ts';

describe('increaseCounter', () => {
  it('starts with the count itself', () => {
    expect(increaseCounter(ZERO_COUNTER, 2, 1000)).toEqual({
      lastUpdated: 1000,
      total: 2n,
      count2048: 2n << 32n,
      count65536: 2n << 32n,
    });
  });

  it('decays exponentially, with an error of at most 2^-32', () => {
    for (const seconds of [0, 1, 7, 300, 2048, 65_536, 100_000, 1_000_000]) {
      const counter = increaseCounter(increaseCounter(ZERO_COUNTER, 5, 1000), 0, 1000 + seconds);
      const start = 5 * 2 ** 32;
      expect(Math.abs(Number(counter.count65536) - start * Math.exp(-seconds / 65_536))).toBeLessThan(1);
      expect(Math.abs(Number(counter.count2048) - start * Math.exp(-seconds / 2048))).toBeLessThan(1);
    }
  });
});
