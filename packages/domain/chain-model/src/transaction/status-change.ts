import type { CellBuilder, CellSlice } from '@tonriver/boc';

/** The change of an account's status by a phase. */
export type StatusChange = 'unchanged' | 'frozen' | 'deleted';

/**
 * Reads:
 *
 * ```tlb
 * acst_unchanged$0 = AccStatusChange;
 * acst_frozen$10 = AccStatusChange;
 * acst_deleted$11 = AccStatusChange;
 * ```
 */
export function loadStatusChange(slice: CellSlice): StatusChange {
  if (!slice.loadBit()) return 'unchanged';
  return slice.loadBit() ? 'deleted' : 'frozen';
}

/** Writes what `loadStatusChange` reads. */
export function storeStatusChange(builder: CellBuilder, change: StatusChange): void {
  if (change === 'unchanged') builder.storeBit(0);
  else builder.storeUint(change === 'frozen' ? 0b10 : 0b11, 2);
}
