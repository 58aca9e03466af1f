import { Bag } from '@tonriver/boc';

/** A cell written out, as v2 shows it beside the bag. */
export interface CellObject {
  readonly data: { readonly b64: string; readonly len: number };
  readonly refs: readonly CellObject[];
  readonly special: boolean;
}

/**
 * Cells written out. A bag names a cell once and may refer to it often: written out, a bag of 64 cells can be larger
 * than the universe.
 */
const CELLS_MAX = 4096;
/** Objects inside each other: more than that could not be written as JSON. */
const DEPTH_MAX = 512;

/** A bag as nested objects; `undefined` when that would be too large, for the bag itself says the same. */
export function cellObject(boc: string): CellObject | undefined {
  const bag = Bag.parse(Buffer.from(boc, 'base64'));
  if (!isWritable(bag)) return undefined;
  const written = (cell: number): CellObject => {
    const special = bag.isExotic(cell);
    const slice = special ? bag.exoticSlice(cell) : bag.slice(cell);
    const len = slice.remainingBits;
    const b64 = Buffer.from(slice.loadBits(len)).toString('base64');
    const refs = Array.from({ length: bag.refCount(cell) }, (_, position) => written(bag.ref(cell, position)));
    return { data: { b64, len }, refs, special };
  };
  return written(bag.root);
}

/** Counts what would be written before any of it is: each cell of the bag is looked at once. */
function isWritable(bag: Bag): boolean {
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
  const { size, height } = measured(bag.root, 0);
  return size <= CELLS_MAX && height <= DEPTH_MAX;
}
