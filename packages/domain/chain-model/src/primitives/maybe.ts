import type { CellBuilder, CellSlice } from '@tonriver/boc';

/**
 * Reads a value that may be absent.
 *
 * ```tlb
 * nothing$0 {X:Type} = Maybe X;
 * just$1 {X:Type} value:X = Maybe X;
 * ```
 */
export function loadMaybe<Value>(slice: CellSlice, load: (slice: CellSlice) => Value): Value | null {
  return slice.loadBit() ? load(slice) : null;
}

/** Writes what `loadMaybe` reads. */
export function storeMaybe<Value>(
  builder: CellBuilder,
  value: Value | null,
  store: (builder: CellBuilder, value: Value) => void,
): void {
  builder.storeBit(value !== null);
  if (value !== null) store(builder, value);
}
