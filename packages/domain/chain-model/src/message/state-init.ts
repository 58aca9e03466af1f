import type { Bag, Cell, CellBuilder, CellSlice } from '@tonriver/boc';
import { badValue } from '../errors.ts';
import { loadMaybeReference, resolveCell, storeMaybeReference } from '../primitives/reference.ts';
import { loadTickTock, storeTickTock, type TickTock } from './tick-tock.ts';

/** The first state of an account. `C` is a cell number of the loader's bag, or a `Cell` to be stored. */
export interface StateInit<C = number> {
  /** 0 … 31; earlier called split_depth. Null when absent. */
  readonly fixedPrefixLength: number | null;
  /** Runs without messages at the start or end of a block: masterchain accounts only. Null when absent. */
  readonly special: TickTock | null;
  readonly code: C | null;
  readonly data: C | null;
  /** Root of the account's own libraries, `Hashmap 256 SimpleLib`: see `simple-lib.ts`. */
  readonly library: C | null;
}

const prefixLengthBits = 5;
const prefixLengthMax = 31;

/**
 * Reads:
 *
 * ```tlb
 * _ fixed_prefix_length:(Maybe (## 5)) special:(Maybe TickTock)
 *   code:(Maybe ^Cell) data:(Maybe ^Cell)
 *   library:(Maybe ^Cell) = StateInit;
 * ```
 *
 * The older `library:(HashmapE 256 SimpleLib)` has the same bits.
 */
export function loadStateInit(slice: CellSlice): StateInit {
  return {
    fixedPrefixLength: slice.loadBit() ? slice.loadUint(prefixLengthBits) : null,
    special: slice.loadBit() ? loadTickTock(slice) : null,
    code: loadMaybeReference(slice),
    data: loadMaybeReference(slice),
    library: loadMaybeReference(slice),
  };
}

/** Writes what `loadStateInit` reads. */
export function storeStateInit(builder: CellBuilder, value: StateInit<Cell>): void {
  const { fixedPrefixLength, special } = value;
  if (fixedPrefixLength !== null && (fixedPrefixLength < 0 || fixedPrefixLength > prefixLengthMax)) {
    throw badValue('StateInit', 'fixed_prefix_length', fixedPrefixLength);
  }
  builder.storeBit(fixedPrefixLength !== null);
  if (fixedPrefixLength !== null) builder.storeUint(fixedPrefixLength, prefixLengthBits);
  builder.storeBit(special !== null);
  if (special !== null) storeTickTock(builder, special);
  storeMaybeReference(builder, value.code);
  storeMaybeReference(builder, value.data);
  storeMaybeReference(builder, value.library);
}

/** The same with heap cells. */
export function resolveStateInit(bag: Bag, value: StateInit): StateInit<Cell> {
  return {
    fixedPrefixLength: value.fixedPrefixLength,
    special: value.special,
    code: resolveCell(bag, value.code),
    data: resolveCell(bag, value.data),
    library: resolveCell(bag, value.library),
  };
}
