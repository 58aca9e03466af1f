import { Bag, Cell } from '@tonriver/boc';
import { hashKey } from '@tonriver/chain-builder';
import { loadBlock } from '@tonriver/chain-model';

interface StoredCell {
  readonly bits: Uint8Array;
  readonly bitLength: number;
  readonly type: Cell['type'];
  readonly refs: readonly Uint8Array[];
}

/** A store of cells by hash, filled with zero states and with what blocks say that their new states add. */
export class CellsByHash {
  readonly #cells = new Map<string, StoredCell>();

  addState(boc: Uint8Array): void {
    const bag = Bag.parse(boc);
    this.#add(bag.toCell(bag.root));
  }

  /** Adds the new tree of a block's state update. Throws when it leaves out a cell that is not stored. */
  addBlock(boc: Uint8Array): void {
    const bag = Bag.parse(boc);
    const [, newTree] = bag.toCell(loadBlock(bag).stateUpdate).refs;
    this.#add(newTree as Cell);
  }

  /** Returns a tree of new cells; undefined if its root is not stored. */
  read(hash: Uint8Array): Cell | undefined {
    const made = new Map<string, Cell>();
    const build = (wanted: Uint8Array): Cell => {
      const key = hashKey(wanted);
      const known = made.get(key);
      if (known !== undefined) return known;
      const stored = this.#cells.get(key);
      if (stored === undefined) throw new Error('a cell of the state is not stored');
      const { bits, bitLength, type } = stored;
      const cell = new Cell({ bits, bitLength, type, refs: stored.refs.map(build) });
      made.set(key, cell);
      return cell;
    };
    return this.#cells.has(hashKey(hash)) ? build(hash) : undefined;
  }

  /** Cells inside a Merkle update have their hashes in the state at level 0. */
  #add(cell: Cell): void {
    const key = hashKey(cell.hash(0));
    if (this.#cells.has(key)) return;
    if (cell.type === 'pruned') throw new Error('an update leaves out a cell that is not stored');
    for (const ref of cell.refs) this.#add(ref);
    const refs = cell.refs.map((ref) => Uint8Array.from(ref.hash(0)));
    this.#cells.set(key, { bits: cell.bits, bitLength: cell.bitLength, type: cell.type, refs });
  }
}
