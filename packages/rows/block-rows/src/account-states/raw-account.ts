import { type Bag, Cell, CellBuilder, writeBag } from '@tonriver/boc';

const prunedType = 1;
const levelOne = 1;

/** The pruned branch of level 1 that stands for a tree of which no more than hash and depth are known. */
export function branchFor(hash: Uint8Array, depth: number): Cell {
  return new CellBuilder()
    .storeUint(prunedType, 8)
    .storeUint(levelOne, 8)
    .storeBytes(hash)
    .storeUint(depth, 16)
    .endExotic('pruned');
}

/**
 * The Account cell alone, as a bag: whatever lies below it is pruned, but for the dictionary of extra currencies where
 * it is known. That is the first reference, if there is one, and few cells.
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
        : branchFor(bag.hash(child, 0), bag.depth(child, 0)),
    );
  }
  return writeBag([new Cell({ bits: slice.loadBits(bitLength), bitLength, refs })]);
}
