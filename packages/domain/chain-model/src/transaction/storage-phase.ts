import type { CellBuilder, CellSlice } from '@tonriver/boc';
import { loadMaybeGrams, storeMaybeGrams } from '../primitives/grams.ts';
import { loadStatusChange, type StatusChange, storeStatusChange } from './status-change.ts';

/** The rent that the account paid. Amounts in nanograms. */
export interface StoragePhase {
  readonly feesCollected: bigint;
  readonly feesDue: bigint | null;
  readonly statusChange: StatusChange;
}

/**
 * Reads:
 *
 * ```tlb
 * tr_phase_storage$_ storage_fees_collected:Grams
 *   storage_fees_due:(Maybe Grams)
 *   status_change:AccStatusChange
 *   = TrStoragePhase;
 * ```
 */
export function loadStoragePhase(slice: CellSlice): StoragePhase {
  return {
    feesCollected: slice.loadCoins(),
    feesDue: loadMaybeGrams(slice),
    statusChange: loadStatusChange(slice),
  };
}

/** Writes what `loadStoragePhase` reads. */
export function storeStoragePhase(builder: CellBuilder, value: StoragePhase): void {
  builder.storeCoins(value.feesCollected);
  storeMaybeGrams(builder, value.feesDue);
  storeStatusChange(builder, value.statusChange);
}
