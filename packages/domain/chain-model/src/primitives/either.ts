import type { CellBuilder, CellSlice } from '@tonriver/boc';

/** The place of a value of type `Either X ^X`: in the cell itself, or in a referenced cell. */
export type Layout = 'inline' | 'reference';

/**
 * Reads which side an `Either X ^X` has chosen; the value follows.
 *
 * ```tlb
 * left$0 {X:Type} {Y:Type} value:X = Either X Y;
 * right$1 {X:Type} {Y:Type} value:Y = Either X Y;
 * ```
 */
export function loadLayout(slice: CellSlice): Layout {
  return slice.loadBit() ? 'reference' : 'inline';
}

/** Writes what `loadLayout` reads. */
export function storeLayout(builder: CellBuilder, layout: Layout): void {
  builder.storeBit(layout === 'reference');
}
