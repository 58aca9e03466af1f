import { type Bag, Cell, CellBuilder, writeBag } from '@tonriver/boc';

const prunedType = 1;
const levelOne = 1;

/** Returns the pruned branch of level 1 for a tree with this hash and depth. */
export function prunedBranchFor(hash: Uint8Array, depth: number): Cell {
  return new CellBuilder()
    .storeUint(prunedType, 8)
    .storeUint(levelOne, 8)
    .storeBytes(hash)
    .storeUint(depth, 16)
    .endExotic('pruned');
}

/**
 * Returns the Account cell as a bag, with a pruned branch for every reference. Only the dictionary of extra currencies,
 * the first reference, is whole if it is known: it has few cells.
 */
export function rawAccount(bag: Bag, cell: number, dictionary: number | null): Uint8Array {
  const slice = bag.slice(cell);
  const bitLength = slice.remainingBits;
  const refs: Cell[] = [];
  for (let position = 0; position < slice.remainingRefs; position++) {
    const child = slice.preloadRef(position);
    refs.push(
      position === 0 && dictionary !== null
        ? bag.toCell(dictionary)
        : prunedBranchFor(bag.hash(child, 0), bag.depth(child, 0)),
    );
  }
  return writeBag([new Cell({ bits: slice.loadBits(bitLength), bitLength, refs })]);
}
