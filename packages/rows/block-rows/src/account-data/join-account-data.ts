import { Bag, Cell } from '@tonriver/boc';
import { BlockRowsError } from '../block-rows-error.ts';

interface ShownCell {
  readonly bag: Bag;
  readonly cell: number;
}

/**
 * Puts contract data together from its rows in `account_data`: the newest first, back to one that is whole. A pruned
 * branch stands for a cell that an earlier of these rows has; hashes of all cells are computed.
 *
 * @returns the root of the data
 * @throws {BlockRowsError} `missing_cell` when no row has a cell that another one leaves out
 * @throws {BocError} when a row holds no bag of cells
 */
export function joinAccountData(bocs: readonly Uint8Array[]): Cell {
  const shown = new Map<string, ShownCell>();
  const bags = bocs.map((boc) => Bag.parse(boc));
  for (const bag of bags) showCells(bag, shown);
  const [newest] = bags;
  if (newest === undefined) throw new BlockRowsError('missing_rows', 'There is no row to join');
  return joinCell({ bag: newest, cell: newest.root }, shown, new Map());
}

/** Cells below a Merkle cell count their levels anew: they stay with it and are never left out alone. */
function showCells(bag: Bag, shown: Map<string, ShownCell>): void {
  bag.hashAll();
  const pending = [bag.root];
  const seen = new Set<number>();
  for (let cell = pending.pop(); cell !== undefined; cell = pending.pop()) {
    if (seen.has(cell) || bag.cellType(cell) === 'pruned') continue;
    seen.add(cell);
    const key = keyOf(bag.hash(cell, 0));
    if (!shown.has(key)) shown.set(key, { bag, cell });
    if (bag.isExotic(cell)) continue;
    for (let position = 0; position < bag.refCount(cell); position++) pending.push(bag.ref(cell, position));
  }
}

/** Recursion is as deep as the cells: every step goes to a cell of smaller depth, 1,023 at most. */
function joinCell({ bag, cell }: ShownCell, shown: Map<string, ShownCell>, joined: Map<string, Cell>): Cell {
  if (bag.levelMask(cell) === 0) return bag.toCell(cell);
  const hash = bag.hash(cell, 0);
  const key = keyOf(hash);
  const known = joined.get(key);
  if (known !== undefined) return known;
  const made = bag.cellType(cell) === 'pruned' ? joinPruned(hash, key) : joinRefs();
  joined.set(key, made);
  return made;

  function joinPruned(missing: Uint8Array, missingKey: string): Cell {
    const found = shown.get(missingKey);
    if (found !== undefined) return joinCell(found, shown, joined);
    const text = Buffer.from(missing).toString('hex');
    throw new BlockRowsError('missing_cell', `No row of the account has the cell ${text}`, { hash: text });
  }

  function joinRefs(): Cell {
    const refCount = bag.refCount(cell);
    const refs: Cell[] = [];
    for (let position = 0; position < refCount; position++) {
      refs.push(joinCell({ bag, cell: bag.ref(cell, position) }, shown, joined));
    }
    const slice = bag.exoticSlice(cell);
    const bitLength = bag.bitLength(cell);
    return new Cell({ bits: slice.loadBits(bitLength), bitLength, refs, type: bag.cellType(cell) });
  }
}

function keyOf(hash: Uint8Array): string {
  return Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength).toString('latin1');
}
