import { type Bag, type Cell, CellBuilder, type CellSlice } from '@tonriver/boc';
import { ChainModelError } from '../errors.ts';

/** Throws `ChainModelError` `trailing_data` when anything is left behind a value that should fill its cell. */
export function ensureRead(slice: CellSlice, type: string): void {
  if (slice.remainingBits !== 0 || slice.remainingRefs !== 0) throw trailingData(slice, type);
}

/**
 * Ends the reading of `^X`: the child must be read to its end, and the parent is not canonical when the child is not.
 */
export function closeReference(parent: CellSlice, child: CellSlice, type: string): void {
  if (child.remainingBits !== 0 || child.remainingRefs !== 0) throw trailingData(child, type);
  if (child.sawNonCanonical) parent.sawNonCanonical = true;
}

/** Writes a value into a cell of its own. */
export function storeInCell<Value>(store: (builder: CellBuilder, value: Value) => void, value: Value): Cell {
  const builder = new CellBuilder();
  store(builder, value);
  return builder.endCell();
}

/** A cell number of a bag as a heap cell, where it may be absent. */
export function resolveCell(bag: Bag, cell: number | null): Cell | null {
  return cell === null ? null : bag.toCell(cell);
}

/** Reads `(Maybe ^Cell)`: a cell number, or null. */
export function loadMaybeReference(slice: CellSlice): number | null {
  return slice.loadBit() ? slice.loadRef() : null;
}

/** Writes `(Maybe ^Cell)`. */
export function storeMaybeReference(builder: CellBuilder, cell: Cell | null): void {
  builder.storeBit(cell !== null);
  if (cell !== null) builder.storeRef(cell);
}

function trailingData(slice: CellSlice, type: string): ChainModelError {
  return new ChainModelError('trailing_data', `Something is left behind ${type}`, {
    type,
    cell: slice.cell,
    bits: slice.remainingBits,
    references: slice.remainingRefs,
  });
}
