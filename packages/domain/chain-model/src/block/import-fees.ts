import type { CellBuilder, CellSlice } from '@tonriver/boc';
import {
  addCurrencyCollections,
  type CurrencyCollection,
  loadCurrencyCollection,
  storeCurrencyCollection,
} from '../primitives/index.ts';

/** The fees and value of imported messages: the extra of the dictionary of incoming message descriptors. */
export interface ImportFees {
  /** Nanograms. */
  readonly feesCollected: bigint;
  readonly valueImported: CurrencyCollection;
}

/**
 * Reads:
 *
 * ```tlb
 * import_fees$_ fees_collected:Grams
 *   value_imported:CurrencyCollection = ImportFees;
 * ```
 */
export function loadImportFees(slice: CellSlice): ImportFees {
  return { feesCollected: slice.loadCoins(), valueImported: loadCurrencyCollection(slice) };
}

/** Writes what `loadImportFees` reads. */
export function storeImportFees(builder: CellBuilder, value: ImportFees): void {
  builder.storeCoins(value.feesCollected);
  storeCurrencyCollection(builder, value.valueImported);
}

/** The extra value of a dictionary fork: the sum of both sides. */
export function addImportFees(left: ImportFees, right: ImportFees): ImportFees {
  return {
    feesCollected: left.feesCollected + right.feesCollected,
    valueImported: addCurrencyCollections(left.valueImported, right.valueImported),
  };
}
