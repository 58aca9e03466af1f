import type { CellSlice } from '@tonriver/boc';

/** Steps over a `CurrencyCollection` without reading it: its length, its amount, the reference of extra currencies. */
export function skipCurrencyCollection(slice: CellSlice): void {
  slice.skipBits(slice.loadUint(4) * 8);
  if (slice.loadBit()) slice.skipRefs(1);
}
