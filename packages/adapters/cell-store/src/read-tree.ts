import { BocError, type Cell } from '@tonriver/boc';
import { cellOfBody, refCountOf, refHashOf } from './cell-body.ts';
import { type CellLedger, keyOf } from './cell-ledger.ts';
import { CellStoreError, cellMissing, storeCorrupt } from './cell-store-error.ts';

export interface ReadTreeOptions {
  /** A tree with more distinct cells is the error `tree_too_large`. */
  readonly cellsMax: number;
}

/**
 * Reads the whole tree under a hash and checks the hash over all its cells.
 *
 * @throws {CellStoreError} `cell_missing`, `tree_too_large`, `store_corrupt`
 */
export function readTree(ledger: CellLedger, root: Uint8Array, { cellsMax }: ReadTreeOptions): Cell {
  const cells = new Map<string, Cell>();
  const build = (hash: Uint8Array): Cell => {
    const key = keyOf(hash);
    const known = cells.get(key);
    if (known !== undefined) return known;
    const body = ledger.peek(hash);
    if (body === undefined) throw cellMissing(hash);
    const refs: Cell[] = [];
    for (let position = 0; position < refCountOf(body); position++) refs.push(build(refHashOf(body, position)));
    if (cells.size >= cellsMax) throw new CellStoreError('tree_too_large', 'A tree has too many cells', { cellsMax });
    const cell = checkedCell(hash, () => cellOfBody(body, refs));
    cells.set(key, cell);
    return cell;
  };
  const cell = build(root);
  // The hash of the root covers all others.
  if (Buffer.compare(cell.hash(), root) !== 0) throw storeCorrupt(root, 'its cells have another hash');
  return cell;
}

export function checkedCell(hash: Uint8Array, make: () => Cell): Cell {
  try {
    return make();
  } catch (error) {
    if (error instanceof BocError) throw storeCorrupt(hash, 'it is not a cell', { cause: error });
    throw error;
  }
}
