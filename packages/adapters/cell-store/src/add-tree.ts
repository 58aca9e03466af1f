import type { Bag } from '@tonriver/boc';
import { type CellBody, bodyOf, depthOf, isMerkle, refCountOf, refDepthOf, refHashOf } from './cell-body.ts';
import type { CellEntry, CellLedger } from './cell-ledger.ts';
import { cellMissing } from './cell-store-error.ts';

/** A cell of the bag with its data, for trees that may be incomplete. Cells below it may be pruned. */
export interface ShownCell {
  readonly cell: number;
  /** Merkle cells between the tree's root and the cell. */
  readonly level: number;
}

export interface AddTreeOptions {
  /**
   * Returns a cell that the tree prunes and the store does not have. Cells that it does not return stay missing: the
   * tree is incomplete until another one has the cell. Without this function a missing cell is `cell_missing`.
   */
  readonly shown?: (hash: Uint8Array) => ShownCell | undefined;
}

/** The root of a tree that was added. */
interface AddedTree extends Pick<CellEntry, 'hash' | 'isComplete'> {
  /** Cells that were changed, about once for each reference to them. */
  readonly changeCount: number;
}

/**
 * Adds the tree under a cell of a bag and adds one reference to its root. Pruned branches of a Merkle update around the
 * tree stand for cells that are stored already; those inside Merkle cells of the tree are ordinary cells.
 *
 * Visits only new cells and their direct references.
 *
 * @throws {CellStoreError} `cell_missing`, and leaves the ledger unchanged
 */
export function addTree(ledger: CellLedger, bag: Bag, root: number, options: AddTreeOptions = {}): AddedTree {
  const { shown } = options;
  bag.hashUnder([root]);
  /** Incomplete cells that were visited: they may be reached in several ways. */
  const visited = new Set<CellEntry>();
  /** The entries before their changes, in order. */
  const journal: (Pick<CellEntry, 'count' | 'body' | 'isComplete'> & { readonly entry: CellEntry })[] = [];
  const remember = (entry: CellEntry): void => {
    const { count, body, isComplete } = entry;
    journal.push({ entry, count, body, isComplete });
  };

  /** Adds one reference to a cell. The recursion is at most as deep as a tree of cells: 1,023. */
  const add = (cell: number, level: number): CellEntry => {
    const entry = ledger.findOrCreate(bag.hash(cell, level));
    remember(entry);
    entry.count += 1;
    if (entry.count === 1) {
      // The cell was released before, together with the cells below it.
      entry.body = null;
      entry.isComplete = false;
    }
    fillIn(entry, cell, level);
    if (shown === undefined && !entry.isComplete) ensureComplete(ledger, entry);
    return entry;
  };

  /** Fills in the parts of an incomplete cell that the bag has. The caller has remembered the entry. */
  const fillIn = (entry: CellEntry, cell: number, level: number): void => {
    if (entry.isComplete || visited.has(entry)) return;
    const isLeftOut = bag.cellType(cell) === 'pruned' && bag.levelMask(cell) >> level !== 0;
    const place = isLeftOut ? shown?.(entry.hash) : { cell, level };
    if (place === undefined) return;
    visited.add(entry);
    const isNew = entry.body === null;
    entry.body ??= bodyOf(bag, place.cell, place.level);
    const childLevel = place.level + (isMerkle(bag, place.cell) ? 1 : 0);
    let isComplete = true;
    for (let position = 0; position < bag.refCount(place.cell); position++) {
      const ref = bag.ref(place.cell, position);
      const child = isNew ? add(ref, childLevel) : ledger.find(refHashOf(entry.body, position));
      if (!isNew && child !== undefined) {
        remember(child);
        fillIn(child, ref, childLevel);
      }
      if (child?.isComplete !== true || !isDepthRight(entry.body, position, child)) isComplete = false;
    }
    entry.isComplete = isComplete;
  };

  try {
    const { hash, isComplete } = add(root, 0);
    return { hash, isComplete, changeCount: journal.length };
  } catch (error) {
    for (const { entry, ...before } of journal.toReversed()) Object.assign(entry, before);
    throw error;
  }
}

/**
 * Returns false when a pruned branch states a wrong depth, which nothing else checks. The cell above then has a hash
 * that no tree has, and is never complete.
 */
function isDepthRight(parent: CellBody, position: number, child: CellEntry): boolean {
  return child.body !== null && depthOf(child.body) === refDepthOf(parent, position);
}

/** @throws {CellStoreError} `cell_missing` when a cell below this one is missing */
function ensureComplete(ledger: CellLedger, entry: CellEntry): void {
  const missing = findMissing(ledger, entry);
  if (missing !== undefined) throw cellMissing(missing);
}

/** Returns the hash of a missing cell at or below this one. Marks the complete cells that it visits. */
export function findMissing(ledger: CellLedger, root: CellEntry): Uint8Array | undefined {
  const visit = (entry: CellEntry): Uint8Array | undefined => {
    if (entry.isComplete) return undefined;
    if (entry.body === null) return entry.hash;
    for (let position = 0; position < refCountOf(entry.body); position++) {
      const hash = refHashOf(entry.body, position);
      const child = ledger.find(hash);
      const missing = child === undefined ? hash : (visit(child) ?? wrongDepth(entry.body, position, child));
      // The first missing cell ends the search, and complete cells are marked, so no cell is visited twice.
      if (missing !== undefined) return missing;
    }
    entry.isComplete = true;
    return undefined;
  };
  return visit(root);
}

/** Returns the hash of the child when its depth is not the one that the parent states. */
function wrongDepth(parent: CellBody, position: number, child: CellEntry): Uint8Array | undefined {
  return isDepthRight(parent, position, child) ? undefined : child.hash;
}
