import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addRange, containsSeqno, type SeqnoRange } from './seqno-ranges.ts';

const range = fc
  .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 10 }))
  .map(([first, length]): SeqnoRange => ({ first, last: first + length }));

describe('addRange', () => {
  it('returns sorted ranges, neither overlapping nor adjacent, with exactly the added seqnos', () => {
    fc.assert(
      fc.property(fc.array(range, { maxLength: 12 }), (added) => {
        const ranges = added.reduce<readonly SeqnoRange[]>(addRange, []);
        for (let seqno = 0; seqno <= 72; seqno += 1) {
          expect(containsSeqno(ranges, seqno)).toBe(containsSeqno(added, seqno));
        }
        for (let index = 1; index < ranges.length; index += 1) {
          expect(ranges[index]!.first).toBeGreaterThan(ranges[index - 1]!.last + 1);
        }
      }),
    );
  });
});
