import type { Cell, CellBuilder, CellSlice } from '@tonriver/boc';
import { closeReference, ensureRead, storeInCell } from '../primitives/reference.ts';

export { ensureRead };

/** A reader of one type from the bits and references in front of a slice. */
export type Load<Value> = (slice: CellSlice) => Value;

/** A writer of one type behind what a builder already holds. */
export type Store<Value> = (builder: CellBuilder, value: Value) => void;

/** Reads a value that fills the whole slice, such as the one cell of `bag.slice(cell)`. */
export function loadWhole<Value>(slice: CellSlice, load: Load<Value>, type: string): Value {
  const value = load(slice);
  ensureRead(slice, type);
  return value;
}

/** Reads `^X`: the next reference is a cell that holds exactly one value. */
export function loadInnerCell<Value>(slice: CellSlice, load: Load<Value>, type: string): Value {
  const inner = slice.loadRefSlice();
  const value = load(inner);
  closeReference(slice, inner, type);
  return value;
}

/** Writes a value into a cell of its own. */
export function cellOf<Value>(store: Store<Value>, value: Value): Cell {
  return storeInCell(store, value);
}

/** Writes `^X`. */
export function storeInnerCell<Value>(builder: CellBuilder, store: Store<Value>, value: Value): void {
  builder.storeRef(storeInCell(store, value));
}
