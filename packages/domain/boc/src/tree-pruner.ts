import type { Bag } from './bag.ts';
import { cellRefsMax } from './cell-limits.ts';
import { prunedType } from './cell-type.ts';
import type { FlatCells } from './flat-cells.ts';
import { firstDescriptor, secondDescriptor } from './representation.ts';

/** Marks of a cell: it was visited; the subtree, or an exotic cell, is at or below it. */
const seenMark = 1;
const subtreeMark = 2;
const exoticMark = 4;

const exoticFlag = 8;
const prunedMask = 1;
const prunedBits = 8 + 8 + 256 + 16;

/** Openings that a look at one cell counts for: it takes some 25 ns, and nothing is kept of it but a byte. */
const lookCost = 1 / 8;
/** Openings that the empty marks of one cell count for: memory is cleared by kilobytes. */
const clearCost = 1 / 1024;
/** Marks that are kept, in bytes: for 2,000 subtrees in a bag of 32,000 cells. */
const keptBytesMax = 64 * 2 ** 20;

/**
 * Takes subtrees out of the trees of one bag. Which cells have a subtree below them is found out once for all trees:
 * thousands of messages may share their data. All cells are numbers among the distinct cells that the bag's
 * `TreeWriter` has collected.
 */
export class TreePruner {
  readonly #bag: Bag;
  readonly #cells: FlatCells;
  /** Marks of all cells, by subtree; the oldest are forgotten. */
  readonly #marks = new Map<number, Uint8Array>();
  readonly #marksMax: number;

  constructor(bag: Bag, cells: FlatCells) {
    this.#bag = bag;
    this.#cells = cells;
    this.#marksMax = Math.max(1, Math.floor(keptBytesMax / bag.cellCount));
  }

  /**
   * Whether the subtree lies below the root, and no exotic cell with references lies there outside it, under which a
   * pruned branch could mean something else. Throws `boc_too_much_reading`.
   */
  canPrune(root: number, subtree: number): boolean {
    if (root === subtree) return false;
    const marks = this.#marksOf(subtree);
    const known = marks[root]!;
    const mark = known === 0 ? this.#look(marks, subtree, root) : known;
    return (mark & subtreeMark) !== 0 && (mark & exoticMark) === 0;
  }

  /**
   * Adds copies of the cells above the subtree, with a pruned branch (level 1) in its place. Only when `canPrune` is
   * true. The caller removes the new cells after it has written the result.
   *
   * @param cell the root of the subtree in the bag
   * @returns the new root
   */
  addPruned(root: number, subtree: number, cell: number): number {
    const added = new Map([[subtree, this.#addBranch(cell)]]);
    return this.#addAbove(this.#marksOf(subtree), added, root);
  }

  #marksOf(subtree: number): Uint8Array {
    const known = this.#marks.get(subtree);
    if (known !== undefined) return known;
    const { cellCount } = this.#bag;
    this.#bag.countOpening(cellCount * clearCost);
    const [oldest] = this.#marks.keys();
    if (oldest !== undefined && this.#marks.size >= this.#marksMax) this.#marks.delete(oldest);
    const marks = new Uint8Array(cellCount);
    this.#marks.set(subtree, marks);
    return marks;
  }

  /** Recursion is as deep as the cells, which `TreeWriter.collect` has bounded. */
  #look(marks: Uint8Array, subtree: number, cell: number): number {
    this.#bag.countOpening(lookCost);
    const { refs, refCounts, d1 } = this.#cells;
    let mark = seenMark;
    if (cell === subtree) {
      mark |= subtreeMark;
    } else {
      const refStart = cell * cellRefsMax;
      const refEnd = refStart + refCounts[cell]!;
      if (refEnd > refStart && (d1[cell]! & exoticFlag) !== 0) mark |= exoticMark;
      for (let at = refStart; at < refEnd; at++) {
        const child = refs[at]!;
        const known = marks[child]!;
        mark |= known === 0 ? this.#look(marks, subtree, child) : known;
      }
    }
    marks[cell] = mark;
    return mark;
  }

  #addAbove(marks: Uint8Array, added: Map<number, number>, cell: number): number {
    if ((marks[cell]! & subtreeMark) === 0) return cell;
    const known = added.get(cell);
    if (known !== undefined) return known;
    this.#bag.countOpening();
    const cells = this.#cells;
    const children: number[] = [];
    for (let position = 0; position < cells.refCounts[cell]!; position++) {
      children.push(this.#addAbove(marks, added, cells.refs[cell * cellRefsMax + position]!));
    }
    const copy = cells.add(cells.d1[cell]! | (prunedMask << 5), cells.d2[cell]!, cells.dataStart[cell]!);
    cells.refs.set(children, copy * cellRefsMax);
    added.set(cell, copy);
    return copy;
  }

  /** Adds the pruned branch: `01 mask:uint8 hash:bits256 depth:uint16`. */
  #addBranch(cell: number): number {
    const cells = this.#cells;
    const added = cells.addOwn(firstDescriptor(0, true, prunedMask), secondDescriptor(prunedBits));
    const start = cells.ownDataStart(added);
    const depth = this.#bag.depth(cell);
    cells.data[start] = prunedType;
    cells.data[start + 1] = prunedMask;
    cells.data.set(this.#bag.hash(cell), start + 2);
    cells.data[start + 34] = depth >> 8;
    cells.data[start + 35] = depth & 0xff;
    return added;
  }
}
