import { Bag, Cell } from '@tonriver/boc';
import { BlockRowsError } from '../block-rows-error.ts';

interface CellInBag {
  readonly bag: Bag;
  readonly cell: number;
}

/**
 * Joins contract data from its rows in `account_data`, given newest first, back to a row that is whole. A pruned branch
 * is replaced by the cell with its hash from an earlier row. Hashes of all cells are computed.
 *
 * @returns the root of the data
 * @throws {BlockRowsError} `missing_cell` when no row has the cell for a pruned branch
 * @throws {BocError} when a row does not hold a bag of cells
 */
export function joinAccountData(bocs: readonly Uint8Array[]): Cell {
  const cells = new Map<string, CellInBag>();
  const bags = bocs.map((boc) => Bag.parse(boc));
  for (const bag of bags) collectCells(bag, cells);
  const [newest] = bags;
  if (newest === undefined) throw new BlockRowsError('missing_rows', 'The account has no rows of contract data');
  return joinCell({ bag: newest, cell: newest.root }, cells, new Map());
}

/** Leaves out cells below a Merkle cell: their levels count from there, and no row has a pruned branch for them. */
function collectCells(bag: Bag, cells: Map<string, CellInBag>): void {
  bag.hashAll();
  const pending = [bag.root];
  const seen = new Set<number>();
  for (let cell = pending.pop(); cell !== undefined; cell = pending.pop()) {
    if (seen.has(cell) || bag.cellType(cell) === 'pruned') continue;
    seen.add(cell);
    const key = keyOf(bag.hash(cell, 0));
    if (!cells.has(key)) cells.set(key, { bag, cell });
    if (bag.isExotic(cell)) continue;
    for (let position = 0; position < bag.refCount(cell); position++) pending.push(bag.ref(cell, position));
  }
}

/** Recursion goes to a cell of smaller depth at every step, so at most 1,023 steps deep. */
function joinCell({ bag, cell }: CellInBag, cells: Map<string, CellInBag>, joined: Map<string, Cell>): Cell {
  if (bag.levelMask(cell) === 0) return bag.toCell(cell);
  const hash = bag.hash(cell, 0);
  const key = keyOf(hash);
  const known = joined.get(key);
  if (known !== undefined) return known;
  const made = bag.cellType(cell) === 'pruned' ? joinPruned(hash, key) : joinRefs();
  joined.set(key, made);
  return made;

  function joinPruned(missing: Uint8Array, missingKey: string): Cell {
    const found = cells.get(missingKey);
    if (found !== undefined) return joinCell(found, cells, joined);
    const text = Buffer.from(missing).toString('hex');
    throw new BlockRowsError('missing_cell', `No row of the account's data has the cell ${text}`, { hash: text });
  }

  function joinRefs(): Cell {
    const refCount = bag.refCount(cell);
    const refs: Cell[] = [];
    for (let position = 0; position < refCount; position++) {
      refs.push(joinCell({ bag, cell: bag.ref(cell, position) }, cells, joined));
    }
    const slice = bag.exoticSlice(cell);
    const bitLength = bag.bitLength(cell);
    return new Cell({ bits: slice.loadBits(bitLength), bitLength, refs, type: bag.cellType(cell) });
  }
}

function keyOf(hash: Uint8Array): string {
  return Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength).toString('latin1');
}
