import type { Bag } from './bag.ts';
import { BocError } from './boc-error.ts';
import { CellOrder } from './cell-order.ts';
import { cellRefsMax, depthMax, hashBytes } from './cell-limits.ts';
import type { CellSlice } from './cell-slice.ts';
import type { CellTable } from './cell-table.ts';
import { ordinaryType } from './cell-type.ts';
import { FlatCells } from './flat-cells.ts';
import { HashIndex } from './hash-index.ts';
import { hashCount } from './level-mask.ts';
import { firstDescriptor, secondDescriptor } from './representation.ts';
import { TreePruner } from './tree-pruner.ts';
import { type FlatOptions, writeFlatCells } from './write-flat-cells.ts';

/** How trees are written: in memory of their own, or in memory that the next tree takes again. */
export const ownForm = { crc: true, index: false, isBorrowed: false };
export const borrowedForm = { crc: true, index: false, isBorrowed: true };

/**
 * Writes trees of one bag. Cells with equal hashes become one cell: a bag may contain several of them, but a written
 * tree must not. Every cell is looked up by its hash and collected once in the life of the bag, also when several trees
 * contain it.
 */
export class TreeWriter {
  readonly #table: CellTable;
  readonly #index: HashIndex;
  /** Number + 1 of each cell among the distinct ones, 0 where it was not collected yet. */
  readonly #numbers: Uint32Array;
  readonly #cells: FlatCells;
  readonly #order = new CellOrder();

  #pruner: TreePruner | undefined;

  /** `expected` cells, about, are to be written. */
  constructor(table: CellTable, hashes: Uint8Array, expected: number) {
    this.#table = table;
    this.#index = new HashIndex(hashes, expected);
    this.#numbers = new Uint32Array(table.cellCount);
    this.#cells = new FlatCells(table.bytes, Math.max(1, expected));
  }

  /** The bag of some cells and everything below them, whose hashes must be known. Throws `boc_too_deep`. */
  writeTrees(cells: readonly number[], form: FlatOptions): Uint8Array {
    const roots = cells.map((cell) => this.collect(cell));
    return writeFlatCells(this.#cells, this.#order, roots, form);
  }

  /**
   * The bag of a tree with a pruned branch in the place of a subtree; undefined where it has none, or not so that it
   * can be pruned. The hashes of both must be known. Throws `boc_too_much_reading`.
   */
  writeTreeWithout(bag: Bag, cell: number, subtree: number, form: FlatOptions): Uint8Array | undefined {
    const cells = this.#cells;
    const root = this.collect(cell);
    const absent = this.collect(subtree);
    const pruner = (this.#pruner ??= new TreePruner(bag, cells));
    if (!pruner.canPrune(root, absent)) return undefined;
    const collected = cells.count;
    try {
      return writeFlatCells(cells, this.#order, [pruner.addPruned(root, absent, subtree)], form);
    } finally {
      cells.truncate(collected);
    }
  }

  /** Returns the bag of the rest of a slice, as an ordinary cell. */
  writeRemainder(slice: CellSlice, form: FlatOptions): Uint8Array {
    const cells = this.#cells;
    const children: number[] = [];
    let mask = 0;
    for (let position = 0; position < slice.remainingRefs; position++) {
      const ref = slice.preloadRef(position);
      mask |= this.#table.levelMasks[ref]!;
      children.push(this.collect(ref));
    }
    const root = addRemainder(cells, slice, mask);
    for (const [position, child] of children.entries()) cells.refs[root * cellRefsMax + position] = child;
    try {
      return writeFlatCells(cells, this.#order, [root], form);
    } finally {
      cells.truncate(root);
    }
  }

  /**
   * Collects a cell with everything below it, and returns its number among the distinct cells. Throws `boc_too_deep`
   * for a tree that is too deep for heap cells: recursion is as deep as the cells.
   */
  collect(cell: number): number {
    const known = this.#numbers[cell]!;
    if (known > 0) return known - 1;
    const { depths, hashStart, levelMasks } = this.#table;
    const depth = depths[hashStart[cell]! + hashCount(levelMasks[cell]!) - 1]!;
    if (depth > depthMax) throw new BocError('boc_too_deep', 'A tree is too deep to be written', { depth, depthMax });
    return this.#add(cell);
  }

  #add(cell: number): number {
    const { hashStart, levelMasks, types, refs, refCounts, bitLengths, dataStart } = this.#table;
    const cells = this.#cells;
    const mask = levelMasks[cell]!;
    const number = this.#index.number((hashStart[cell]! + hashCount(mask) - 1) * hashBytes);
    this.#numbers[cell] = number + 1;
    if (number < cells.count) return number;
    const refCount = refCounts[cell]!;
    cells.add(
      firstDescriptor(refCount, types[cell] !== ordinaryType, mask),
      secondDescriptor(bitLengths[cell]!),
      dataStart[cell]!,
    );
    for (let position = 0; position < refCount; position++) {
      const child = refs[cell * cellRefsMax + position]!;
      const known = this.#numbers[child]!;
      const childNumber = known > 0 ? known - 1 : this.#add(child);
      cells.refs[number * cellRefsMax + position] = childNumber;
    }
    return number;
  }
}

/** Adds the rest of a slice, without its references. */
export function addRemainder(cells: FlatCells, slice: CellSlice, mask: number): number {
  const { remainingBits, remainingRefs } = slice;
  const added = cells.addOwn(firstDescriptor(remainingRefs, false, mask), secondDescriptor(remainingBits));
  const start = cells.ownDataStart(added);
  const end = start + ((remainingBits + 7) >> 3);
  cells.data.fill(0, start, end);
  slice.copyRemainingBits(cells.data, start * 8);
  if ((remainingBits & 7) !== 0) cells.data[end - 1]! |= 0x80 >> (remainingBits & 7);
  return added;
}
