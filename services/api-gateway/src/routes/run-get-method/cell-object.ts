import { Bag } from '@tonriver/boc';

/** A cell written out, as v2 shows it beside the bag. */
interface CellObject {
  readonly data: { readonly b64: string; readonly len: number };
  readonly refs: readonly CellObject[];
  readonly special: boolean;
}

/**
 * Cells written out. A bag names a cell once and may refer to it often: written out, a bag of 64 cells can be larger
 * than the universe.
 */
const CELLS_MAX = 4096;
/** Of all bags of one answer. A stack may have thousands of them. */
const CELLS_OF_ANSWER_MAX = 4 * CELLS_MAX;
/** Objects inside each other: more than that could not be written as JSON. */
const DEPTH_MAX = 512;

/** Bags as nested objects; `undefined` where that would be too large, for the bag itself says the same. */
export type CellObjects = (boc: string) => CellObject | undefined;

/** Writes out the cells of one answer, as many as it may have. */
export function createCellObjects(): CellObjects {
  let left = CELLS_OF_ANSWER_MAX;
  return function cellObject(boc) {
    if (left === 0) return undefined;
    const bag = Bag.parse(Buffer.from(boc, 'base64'));
    const { size, height } = measure(bag);
    // Those behind one that does not fit any more are not even looked at: there may be thousands.
    left = Math.max(0, left - Math.min(size, CELLS_MAX));
    if (left === 0 || size > CELLS_MAX || height > DEPTH_MAX) return undefined;
    return written(bag, bag.root);
  };
}

function written(bag: Bag, cell: number): CellObject {
  const special = bag.isExotic(cell);
  const slice = special ? bag.exoticSlice(cell) : bag.slice(cell);
  const len = slice.remainingBits;
  const b64 = Buffer.from(slice.loadBits(len)).toString('base64');
  const refs = Array.from({ length: bag.refCount(cell) }, (_, position) => written(bag, bag.ref(cell, position)));
  return { data: { b64, len }, refs, special };
}

/** Counts what would be written before any of it is: each cell of the bag is looked at once. */
function measure(bag: Bag): { readonly size: number; readonly height: number } {
  const known = new Map<number, { readonly size: number; readonly height: number }>();
  const measured = (cell: number, depth: number): { readonly size: number; readonly height: number } => {
    const before = known.get(cell);
    if (before !== undefined) return before;
    let [size, height] = [1, 0];
    for (let position = 0; position < bag.refCount(cell) && size <= CELLS_MAX; position += 1) {
      if (depth >= DEPTH_MAX) return { size: CELLS_MAX + 1, height };
      const below = measured(bag.ref(cell, position), depth + 1);
      size += below.size;
      height = Math.max(height, below.height + 1);
    }
    known.set(cell, { size, height });
    return { size, height };
  };
  return measured(bag.root, 0);
}
