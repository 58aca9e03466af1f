import type { Bag } from './bag.ts';
import { CellOrder } from './cell-order.ts';
import type { CellSlice } from './cell-slice.ts';
import type { CellTable } from './cell-table.ts';
import { ordinaryType } from './cell-type.ts';
import { FlatCells } from './flat-cells.ts';
import { firstDescriptor, secondDescriptor } from './representation.ts';
import { addRemainder, borrowedForm, ownForm } from './tree-writer.ts';
import { type FlatOptions, writeFlatCells } from './write-flat-cells.ts';

/** Used again for every tree that is not written from its bag's own collection: nothing here outlives a call. */
const cells = new FlatCells();
const order = new CellOrder();

/**
 * Serialises a cell and everything below it as a new bag: the node's canonical bytes (checksum, no index), equal to
 * `writeBag([bag.toCell(cell)])` but without creating cells. Throws `boc_bad_merkle`.
 */
export function serializeTree(bag: Bag, cell: number): Uint8Array {
  return writeTree(bag, cell, ownForm);
}

/**
 * Serialises several cells and everything below them as one bag with a root for each, in their order: equal to
 * `writeBag` with all of them. A cell that several trees share is written once. Throws `boc_bad_merkle`.
 */
export function serializeTrees(bag: Bag, cells: readonly number[]): Uint8Array {
  bag.hashUnder(cells);
  return bag.treeWriter.writeTrees(cells, ownForm);
}

/** The same for the rest of a slice, as an ordinary cell. */
export function serializeRemainder(slice: CellSlice): Uint8Array {
  return writeRemainder(slice, ownForm);
}

/** As `serializeRemainder`, in memory that the next `borrow…` overwrites: for callers that copy it at once. */
export function borrowRemainder(slice: CellSlice): Uint8Array {
  return writeRemainder(slice, borrowedForm);
}

function writeRemainder(slice: CellSlice, form: FlatOptions): Uint8Array {
  const { bag, remainingRefs } = slice;
  if (remainingRefs > 0) {
    const refs: number[] = [];
    for (let position = 0; position < remainingRefs; position++) refs.push(slice.preloadRef(position));
    bag.hashUnder(refs);
    return bag.treeWriter.writeRemainder(slice, form);
  }
  cells.clear();
  return writeFlatCells(cells, order, [addRemainder(cells, slice, 0)], form);
}

/** As `serializeTree`, in memory that the next `borrow…` overwrites: for a caller that copies the bytes at once. */
export function borrowTree(bag: Bag, cell: number): Uint8Array {
  return writeTree(bag, cell, borrowedForm);
}

function writeTree(bag: Bag, cell: number, form: FlatOptions): Uint8Array {
  if (bag.refCount(cell) > 0) {
    bag.hashUnder([cell]);
    return bag.treeWriter.writeTrees([cell], form);
  }
  cells.clear(bag.table.bytes);
  return writeFlatCells(cells, order, [addCell(bag.table, cell)], form);
}

/**
 * A tree without one of its subtrees: the canonical bytes of the tree in which every cell with this hash is replaced by
 * a pruned branch (level 1), so that a subtree which is kept elsewhere need not be kept twice. `fillPrunedBranches`
 * puts it back. Undefined when the subtree does not lie below the root, and where a pruned branch could mean something
 * else: in a tree that has levels already, or Merkle cells.
 */
export function serializeTreeWithout(bag: Bag, cell: number, subtree: number): Uint8Array | undefined {
  const { table } = bag;
  if (bag.refCount(cell) === 0 || table.levelMasks[cell] !== 0 || table.levelMasks[subtree] !== 0) return undefined;
  bag.hashUnder([cell, subtree]);
  return bag.treeWriter.writeTreeWithout(bag, cell, subtree, ownForm);
}

/** Adds descriptors of a cell, whose data stays in the bag. */
function addCell(table: CellTable, cell: number): number {
  const mask = table.levelMasks[cell]!;
  const d1 = firstDescriptor(table.refCounts[cell]!, table.types[cell] !== ordinaryType, mask);
  return cells.add(d1, secondDescriptor(table.bitLengths[cell]!), table.dataStart[cell]!);
}
