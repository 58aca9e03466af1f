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
  let left = CELLS_MAX;
  const written = (cell: number, depth: number): CellObject | undefined => {
    if (left === 0 || depth > DEPTH_MAX) return undefined;
    left -= 1;
    const special = bag.isExotic(cell);
    const slice = special ? bag.exoticSlice(cell) : bag.slice(cell);
    const len = slice.remainingBits;
    const b64 = Buffer.from(slice.loadBits(len)).toString('base64');
    const refs: CellObject[] = [];
    for (let position = 0; position < bag.refCount(cell); position += 1) {
      const ref = written(bag.ref(cell, position), depth + 1);
      if (ref === undefined) return undefined;
      refs.push(ref);
    }
    return { data: { b64, len }, refs, special };
  };
  return written(bag.root, 0);
}
