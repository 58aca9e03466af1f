import { hashBytes } from './cell-limits.ts';
import type { CellTable } from './cell-table.ts';
import { HashIndex } from './hash-index.ts';
import { hashCount } from './level-mask.ts';

const firstCapacity = 64;
const markMax = 2 ** 31;

/**
 * Which cells of a bag are in the tree that is being written, and at which place. Cells with equal hashes are one cell:
 * the writer of a bag need not have written them once, but whoever writes a tree of it must. Each cell's hash is looked
 * up once in the life of the bag, and must be known by then.
 */
export class DistinctCells {
  readonly #table: CellTable;
  readonly #index: HashIndex;
  /** Number + 1 of each cell among the distinct ones, 0 where it was not asked for yet. */
  readonly #numbers: Uint32Array;
  /** By number: the place in the tree, counted from `#firstMark`; marks of earlier trees are lower. */
  #marks = new Uint32Array(firstCapacity);
  #firstMark = 1;
  #nextMark = 1;

  constructor(table: CellTable, hashes: Uint8Array) {
    this.#table = table;
    this.#index = new HashIndex(hashes);
    this.#numbers = new Uint32Array(table.cellCount);
  }

  /** Begins with an empty tree. */
  beginTree(): void {
    if (this.#nextMark > markMax) {
      this.#marks.fill(0);
      this.#nextMark = 1;
    }
    this.#firstMark = this.#nextMark;
  }

  /** The place of a cell or of its equal; negative when it is not in the tree. */
  place(cell: number): number {
    const number = this.#numbers[cell]!;
    return number === 0 ? this.#findPlace(cell) : this.#marks[number - 1]! - this.#firstMark;
  }

  /** Puts a cell that `place` did not find at the next place: 0, 1, 2 … */
  add(cell: number): void {
    this.#marks[this.#numbers[cell]! - 1] = this.#nextMark++;
  }

  areEqual(left: number, right: number): boolean {
    return left === right || this.#number(left) === this.#number(right);
  }

  #findPlace(cell: number): number {
    return this.#marks[this.#number(cell)]! - this.#firstMark;
  }

  #number(cell: number): number {
    if (this.#numbers[cell] !== 0) return this.#numbers[cell]! - 1;
    const { hashStart, levelMasks } = this.#table;
    const number = this.#index.number((hashStart[cell]! + hashCount(levelMasks[cell]!) - 1) * hashBytes);
    if (number === this.#marks.length) this.#grow();
    this.#numbers[cell] = number + 1;
    return number;
  }

  #grow(): void {
    const marks = new Uint32Array(this.#marks.length * 2);
    marks.set(this.#marks);
    this.#marks = marks;
  }
}
