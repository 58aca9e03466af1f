import { describe, expect, it } from '@jest/globals';
import { judgeMemory } from './memory-rule.ts';

const mebibyte = 2 ** 20;

/** A process whose memory grows by so much in each of a hundred samples. */
function samples(gained: number, what: 'residentBytes' | 'heapBytes') {
  return Array.from({ length: 100 }, (_, index) => {
    const sample = { cases: index, residentBytes: 250 * mebibyte, heapBytes: 120 * mebibyte };
    // Warming up is not a leak.
    const warm = index < 10 ? -100 * mebibyte : 0;
    return { ...sample, [what]: sample[what] + warm + gained * index };
  });
}

describe('the rule for memory', () => {
  it('accepts memory that stays constant after any start', () => {
    expect(judgeMemory(samples(0, 'residentBytes'), 400 * mebibyte)).toMatchObject({ isJudged: true, isFlat: true });
  });

  it('reports growth of resident memory and of the heap', () => {
    expect(judgeMemory(samples(2 * mebibyte, 'residentBytes'), 0).isFlat).toBe(false);
    expect(judgeMemory(samples(mebibyte, 'heapBytes'), 0).isFlat).toBe(false);
  });

  it('reports one case that takes very much', () => {
    expect(judgeMemory(samples(0, 'heapBytes'), 2000 * mebibyte).isFlat).toBe(false);
  });

  it('does not judge a few samples', () => {
    expect(judgeMemory(samples(mebibyte, 'heapBytes').slice(0, 5), 0)).toMatchObject({ isJudged: false });
  });
});
