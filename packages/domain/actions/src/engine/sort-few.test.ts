import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sortFew } from './sort-few.ts';

it('sorts as `sort` does, in place, and keeps equal ones in their order, whatever the number', () => {
  const items = fc.array(fc.record({ rank: fc.nat(5), name: fc.nat() }), { maxLength: 45 });
  fc.assert(
    fc.property(items, (list) => {
      const byRank = (left: { readonly rank: number }, right: { readonly rank: number }): number =>
        left.rank - right.rank;
      const wanted = list.toSorted(byRank);
      const sorted = sortFew(list, byRank);
      expect(sorted).toBe(list);
      expect(sorted).toEqual(wanted);
    }),
  );
});
