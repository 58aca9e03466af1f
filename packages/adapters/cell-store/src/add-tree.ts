import type { Bag } from '@tonriver/boc';
import { type CellBody, bodyOf, depthOf, isMerkle, refCountOf, refDepthOf, refHashOf } from './cell-body.ts';
import type { CellEntry, CellLedger } from './cell-ledger.ts';
import { cellMissing } from './cell-store-error.ts';

/** Where a cell is to be seen whole (but for what lies below it), for trees that need not be known whole. */
export interface ShownCell {
  readonly cell: number;
  /** Merkle cells between the tree's root and the cell. */
  readonly level: number;
}

export interface AddTreeOptions {
  /**
   * What stands for cells that a tree leaves out and the store does not have. Without it they are refused with
   * `cell_missing`; with it they are looked for here, and what is not found stays missing: the tree is then incomplete
   * until another one brings the cell.
   */
  readonly shown?: (hash: Uint8Array) => ShownCell | undefined;
}

/**
 * Adds the tree under a cell of a bag and points to its root once. Pruned branches of a Merkle update around the tree
 * stand for cells that are there already; those that lie inside Merkle cells of the tree are cells of their own.
 *
 * Cost: only what was not there before is visited, and its direct references.
 *
 * @throws {CellStoreError} `cell_missing`; the ledger is then as it was before
 */
export function addTree(ledger: CellLedger, bag: Bag, root: number, options: AddTreeOptions = {}): CellEntry {
  const { shown } = options;
  bag.hashUnder([root]);
  /** Incomplete cells may be reached in many ways; each is looked at once. */
  const met = new Set<CellEntry>();
  /** What entries were before they were changed, in order. */
  const journal: (Pick<CellEntry, 'count' | 'body' | 'isComplete'> & { readonly entry: CellEntry })[] = [];
  const note = (entry: CellEntry): void => {
    const { count, body, isComplete } = entry;
    journal.push({ entry, count, body, isComplete });
  };

  /** Points to a cell once more. Recursion is as deep as the cells: 1,023 at most. */
  const add = (cell: number, level: number): CellEntry => {
    const hash = bag.hash(cell, level);
    const entry = ledger.find(hash) ?? ledger.bring(hash);
    note(entry);
    entry.count += 1;
    if (entry.count === 1) {
      // Whoever needed it before has gone, and has taken along what lay below it.
      entry.body = null;
      entry.isComplete = false;
    }
    learn(entry, cell, level);
    if (shown === undefined && !entry.isComplete) ensureComplete(ledger, entry);
    return entry;
  };

  /** Fills in what the bag shows of a cell that is not complete. */
  const learn = (entry: CellEntry, cell: number, level: number): void => {
    if (entry.isComplete || met.has(entry)) return;
    const isLeftOut = bag.cellType(cell) === 'pruned' && bag.levelMask(cell) >> level !== 0;
    const place = isLeftOut ? shown?.(entry.hash) : { cell, level };
    if (place === undefined) return;
    met.add(entry);
    note(entry);
    const isNew = entry.body === null;
    entry.body ??= bodyOf(bag, place.cell, place.level);
    const childLevel = place.level + (isMerkle(bag, place.cell) ? 1 : 0);
    let isComplete = true;
    for (let position = 0; position < bag.refCount(place.cell); position++) {
      const ref = bag.ref(place.cell, position);
      const child = isNew ? add(ref, childLevel) : ledger.find(refHashOf(entry.body, position));
      if (!isNew && child !== undefined) learn(child, ref, childLevel);
      if (child?.isComplete !== true || !isDepthRight(entry.body, position, child)) isComplete = false;
    }
    entry.isComplete = isComplete;
  };

  try {
    return add(root, 0);
  } catch (error) {
    for (const { entry, ...before } of journal.toReversed()) Object.assign(entry, before);
    throw error;
  }
}

/**
 * A pruned branch states the depth of what it stands for, and nothing on the way here has proved it. Where it is wrong
 * the cell above has a hash that no tree gives: it is never complete.
 */
function isDepthRight(parent: CellBody, position: number, child: CellEntry): boolean {
  return child.body !== null && depthOf(child.body) === refDepthOf(parent, position);
}

/** @throws {CellStoreError} `cell_missing` naming a cell below this one that is not known */
function ensureComplete(ledger: CellLedger, entry: CellEntry): void {
  const missing = findMissing(ledger, entry);
  if (missing !== undefined) throw cellMissing(missing);
}

/** The hash of some cell at or below this one that is not known; remembers what turns out to be complete. */
export function findMissing(ledger: CellLedger, root: CellEntry): Uint8Array | undefined {
  const visit = (entry: CellEntry): Uint8Array | undefined => {
    if (entry.isComplete) return undefined;
    if (entry.body === null) return entry.hash;
    for (let position = 0; position < refCountOf(entry.body); position++) {
      const hash = refHashOf(entry.body, position);
      const child = ledger.find(hash);
      const missing = child === undefined ? hash : (visit(child) ?? wrongDepth(entry.body, position, child));
      // The first one ends the search, so no cell is visited twice: those that are complete say so.
      if (missing !== undefined) return missing;
    }
    entry.isComplete = true;
    return undefined;
  };
  return visit(root);
}

/** The hash of the child, when no cell of the depth that its parent states is there. */
function wrongDepth(parent: CellBody, position: number, child: CellEntry): Uint8Array | undefined {
  return isDepthRight(parent, position, child) ? undefined : child.hash;
}
