import type { CellBuilder, CellSlice } from '@tonriver/boc';
import {
  type CurrencyCollection,
  loadCurrencyCollection,
  storeCurrencyCollection,
} from '../primitives/currency-collection.ts';
import { loadMaybeGrams, storeMaybeGrams } from '../primitives/grams.ts';

/** The value of the incoming message. Amounts in nanograms. */
export interface CreditPhase {
  readonly dueFeesCollected: bigint | null;
  readonly credit: CurrencyCollection;
}

/**
 * Reads:
 *
 * ```tlb
 * tr_phase_credit$_ due_fees_collected:(Maybe Grams)
 *   credit:CurrencyCollection = TrCreditPhase;
 * ```
 */
export function loadCreditPhase(slice: CellSlice): CreditPhase {
  return { dueFeesCollected: loadMaybeGrams(slice), credit: loadCurrencyCollection(slice) };
}

/** Writes what `loadCreditPhase` reads. */
export function storeCreditPhase(builder: CellBuilder, value: CreditPhase): void {
  storeMaybeGrams(builder, value.dueFeesCollected);
  storeCurrencyCollection(builder, value.credit);
}
