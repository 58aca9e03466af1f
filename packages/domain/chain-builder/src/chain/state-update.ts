import { Cell, merkleUpdate, prunedBranch } from '@tonriver/boc';

/**
 * Creates the Merkle updates of a chain's states. Keeps the set of cells of the current states, so the cost of an
 * update depends on the changes and not on the size of the state.
 */
export interface StateUpdater {
  /** Adds a state that has no update: a zero state. */
  learn(state: Cell): void;
  /**
   * Returns the `MERKLE_UPDATE` cell from one state to the next. Unchanged cells are pruned in both trees, so each cell
   * that is pruned in the new tree is found in the old one. Cells without references are never pruned. `forgetsOld`
   * must be false while another state still follows the old one (for the first half of a split).
   */
  update(from: Cell, to: Cell, forgetsOld: boolean): Cell;
}

/** Creates an updater without states. */
export function createStateUpdater(): StateUpdater {
  const known = new Set<Cell>();

  function learn(cell: Cell): void {
    if (cell.refs.length === 0 || known.has(cell)) return;
    known.add(cell);
    for (const ref of cell.refs) learn(ref);
  }

  function update(from: Cell, to: Cell, forgetsOld: boolean): Cell {
    const { fresh, kept } = findKept(to, known);
    const { opened, found } = findInOld(from, kept);
    const skeletons = createSkeletons(found);
    const result = merkleUpdate(skeletons.ofOld(from), skeletons.ofNew(to, fresh));
    if (forgetsOld) for (const cell of opened) known.delete(cell);
    // Kept cells that are not in the old tree were written completely. They remain part of the state.
    for (const cell of kept) learn(cell);
    for (const cell of fresh) known.add(cell);
    return result;
  }

  return { learn, update };
}

/** Returns the unknown cells of the new state, and the known ones directly below them. */
function findKept(to: Cell, known: ReadonlySet<Cell>): { readonly fresh: Set<Cell>; readonly kept: Set<Cell> } {
  const fresh = new Set<Cell>();
  const kept = new Set<Cell>();
  function visit(cell: Cell): void {
    if (cell.refs.length === 0 || fresh.has(cell)) return;
    if (known.has(cell)) {
      kept.add(cell);
      return;
    }
    fresh.add(cell);
    for (const ref of cell.refs) visit(ref);
  }
  visit(to);
  return { fresh, kept };
}

/** Returns the kept cells that are in the old state, and the cells above them. */
function findInOld(from: Cell, kept: ReadonlySet<Cell>): { readonly opened: Set<Cell>; readonly found: Set<Cell> } {
  const opened = new Set<Cell>();
  const found = new Set<Cell>();
  function visit(cell: Cell): void {
    if (cell.refs.length === 0 || opened.has(cell)) return;
    if (kept.has(cell)) {
      found.add(cell);
      return;
    }
    opened.add(cell);
    for (const ref of cell.refs) visit(ref);
  }
  visit(from);
  return { opened, found };
}

interface Skeletons {
  ofOld(root: Cell): Cell;
  ofNew(root: Cell, fresh: ReadonlySet<Cell>): Cell;
}

function createSkeletons(found: ReadonlySet<Cell>): Skeletons {
  const pruned = new Map<Cell, Cell>();
  const leads = new Map<Cell, boolean>();
  const oldCopies = new Map<Cell, Cell>();
  const newCopies = new Map<Cell, Cell>();

  function prune(cell: Cell): Cell {
    let branch = pruned.get(cell);
    if (branch === undefined) {
      branch = prunedBranch(cell);
      pruned.set(cell, branch);
    }
    return branch;
  }
  /** True if this cell, or one below it, is pruned in the new tree. */
  function leadsToFound(cell: Cell): boolean {
    if (cell.refs.length === 0) return false;
    if (found.has(cell)) return true;
    let result = leads.get(cell);
    if (result === undefined) {
      result = false;
      for (const ref of cell.refs) result = leadsToFound(ref) || result;
      leads.set(cell, result);
    }
    return result;
  }
  function old(cell: Cell): Cell {
    if (cell.refs.length === 0) return cell;
    if (found.has(cell) || !leadsToFound(cell)) return prune(cell);
    return copy(cell, oldCopies, old);
  }
  function ofNew(root: Cell, fresh: ReadonlySet<Cell>): Cell {
    function fill(cell: Cell): Cell {
      if (found.has(cell)) return prune(cell);
      return fresh.has(cell) ? copy(cell, newCopies, fill) : cell;
    }
    return fill(root);
  }
  return { ofOld: (root) => (found.size === 0 ? root : old(root)), ofNew };
}

function copy(cell: Cell, copies: Map<Cell, Cell>, child: (ref: Cell) => Cell): Cell {
  const done = copies.get(cell);
  if (done !== undefined) return done;
  const refs = cell.refs.map(child);
  const isSame = refs.every((ref, position) => ref === cell.refs[position]);
  const result = isSame ? cell : new Cell({ bits: cell.bits, bitLength: cell.bitLength, refs, type: cell.type });
  copies.set(cell, result);
  return result;
}
