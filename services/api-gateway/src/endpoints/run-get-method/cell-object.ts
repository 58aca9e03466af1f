import { Bag } from '@tonriver/boc';

/** A cell as a JSON object, which v2 prints beside the bag. */
interface CellObject {
  readonly data: { readonly b64: string; readonly len: number };
  readonly refs: readonly CellObject[];
  readonly special: boolean;
}

/**
 * The most cells printed as objects. A bag has each cell once but may refer to it often, so the objects of a bag with
 * 64 cells could be too many to print.
 */
const CELLS_MAX = 4096;
/** The same for all bags of one answer. A stack may have thousands of them. */
const CELLS_OF_ANSWER_MAX = 4 * CELLS_MAX;
/** The deepest nesting of objects. Deeper ones could not be printed as JSON. */
const DEPTH_MAX = 512;

/** Converts bags to nested objects; undefined if that would be too large. The bag itself has the same data. */
export type CellObjects = (boc: string) => CellObject | undefined;

/** Creates a converter for the cells of one answer, with a limit for all of them. */
export function createCellObjects(): CellObjects {
  let left = CELLS_OF_ANSWER_MAX;
  return function cellObject(boc) {
    if (left === 0) return undefined;
    const bag = Bag.parse(Buffer.from(boc, 'base64'));
    const { size, height } = measure(bag);
    // After the first that is too large, the others are not examined: there may be thousands.
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

/** Counts the objects before they are made. Looks at each cell of the bag once. */
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
