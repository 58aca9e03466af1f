import type { CellBuilder, CellSlice } from '@tonriver/boc';
import { loadMaybe, storeMaybe } from './maybe.ts';

/**
 * Reads an amount in nanograms. A needless leading zero byte sets `slice.sawNonCanonical`.
 *
 * ```tlb
 * nanograms$_ amount:(VarUInteger 16) = Grams;
 * ```
 */
export function loadGrams(slice: CellSlice): bigint {
  return slice.loadCoins();
}

/** Writes what `loadGrams` reads. */
export function storeGrams(builder: CellBuilder, value: bigint): void {
  builder.storeCoins(value);
}

/** Reads `(Maybe Grams)`. */
export function loadMaybeGrams(slice: CellSlice): bigint | null {
  return loadMaybe(slice, loadGrams);
}

/** Writes `(Maybe Grams)`. */
export function storeMaybeGrams(builder: CellBuilder, value: bigint | null): void {
  storeMaybe(builder, value, storeGrams);
}
