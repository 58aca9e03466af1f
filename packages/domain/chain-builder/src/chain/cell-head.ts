import { Bag, Cell, CellBuilder, type CellSlice } from '@tonriver/boc';

/** A place in a cell: bits and references before it. */
export interface CellPlace {
  readonly bits: number;
  readonly refs: number;
}

/** A value that was read from the head of a cell, and the place behind it. */
export interface CellHead<Value> {
  readonly value: Value;
  readonly end: CellPlace;
}

const START: CellPlace = { bits: 0, refs: 0 };

/** Stand in for references while a head is read. They differ, and none of them is the root of a dictionary. */
const STAND_INS: readonly Cell[] = [0, 1, 2, 3].map((index) => new CellBuilder().storeUint(index, 2).endCell());

/**
 * Reads a value from the bits of a heap cell, without the trees under its references: they can be large, and a loader
 * of the chain model needs a bag. Only dictionaries of extra currencies belong to such a value. So references are taken
 * along, first each alone and then all, when the value cannot be read without them.
 */
export function readHead<Value>(
  cell: Cell,
  load: (slice: CellSlice) => Value,
  from: CellPlace = START,
): CellHead<Value> {
  const none = cell.refs.map(() => false);
  const single = none.map((_, whole) => none.map((_isWhole, index) => index === whole));
  const attempts = [none, ...(cell.refs.length > 1 ? single : []), none.map(() => true)];
  let failure: unknown;
  for (const isWhole of attempts) {
    try {
      return read(cell, load, from, isWhole);
    } catch (error) {
      failure ??= error;
      if (cell.refs.length === 0) break;
    }
  }
  throw failure;
}

function read<Value>(
  cell: Cell,
  load: (slice: CellSlice) => Value,
  from: CellPlace,
  isWhole: readonly boolean[],
): CellHead<Value> {
  const refs = cell.refs.map((ref, index) => (isWhole[index] === true ? ref : (STAND_INS[index] as Cell)));
  const bag = Bag.of(new Cell({ bits: cell.bits, bitLength: cell.bitLength, refs, type: cell.type }));
  const slice = bag.slice(bag.root);
  slice.skipBits(from.bits);
  slice.skipRefs(from.refs);
  const value = load(slice);
  return { value, end: { bits: slice.bitOffset, refs: slice.refOffset } };
}

/** Returns the real cell for a reference that a loader read as a number; null for null. */
export function realRef(cell: Cell, { bag }: CellSlice, number: number | null): Cell | null {
  if (number === null) return null;
  const position = cell.refs.findIndex((_, index) => bag.ref(bag.root, index) === number);
  return cell.refs[position] ?? null;
}
