import { cellRefsMax } from './cell-limits.ts';
import type { FlatCells } from './flat-cells.ts';

/** The node keeps stored hashes at most this many cells apart; the weights below come from it. */
const cellWeightMax = 64;
/** The largest weight. Heavier cells count as this heavy. */
const weightMax = 255;
/** Weights are never cut below this: the children of a lighter cell always fit into their shares. */
const cutWeightMin = Math.floor((cellWeightMax - 1) / cellRefsMax);

/** Arrays that grew beyond this are not kept for the next bag. */
const keptCapacityMax = 2 ** 16;

const markMax = 2 ** 32 - 1;

const untouched = -1;
const previsited = -2;
const visited = -3;

/**
 * The place of every cell in the node's own serialisation, so that bags come out byte for byte as the node writes
 * them. It shares out weights from the roots down, calls cells that are heavier than their share special, and numbers
 * the cells in a depth-first walk from the last child to the first, special cells with all that is below them first;
 * the file holds the cells in the reverse of that numbering. One object serves many bags: the arrays are kept, and hold
 * until the next `arrange`; they are indexed by the cells' numbers in the collection, of which a bag can be a small
 * part.
 */
export class CellOrder {
  /** How many cells there are under the roots. */
  count = 0;
  /** Bytes of their data. */
  dataTotal = 0;
  refTotal = 0;
  /** The cell at every position in the file. */
  cells: Uint32Array = new Uint32Array(0);
  /** The position of every cell. */
  positions: Int32Array = new Int32Array(0);
  /** 0 for the special cells: the node stores hashes beside them when it stores hashes at all. */
  weights: Uint8Array = new Uint8Array(0);
  /** Which `arrange` met a cell last. */
  #marks: Uint32Array = new Uint32Array(0);
  #mark = 0;
  /** Cells as they were met: every cell after its children. */
  #met: Uint32Array = new Uint32Array(0);
  #isOverweight = false;
  #refs: Uint32Array = new Uint32Array(0);
  #refCounts: Uint8Array = new Uint8Array(0);
  #d2: Uint8Array = new Uint8Array(0);
  /** Position of the cell that was numbered last. */
  #last = 0;

  /** Finds everything below the roots and its order. Recursion is as deep as the cells, 1,023 levels at most. */
  arrange(graph: FlatCells, roots: readonly number[]): void {
    this.#begin(graph);
    for (const root of roots) if (this.#marks[root] !== this.#mark) this.#meet(root);
    this.#last = this.count;
    const hasSpecialCells = this.#shareWeights();
    for (const root of roots) {
      if (hasSpecialCells) this.#previsit(root);
      this.#visit(root);
    }
    for (const root of roots) this.#allocate(root);
  }

  #begin(graph: FlatCells): void {
    const kept = this.positions.length;
    if (kept < graph.count || kept > Math.max(keptCapacityMax, 2 * graph.refCounts.length)) {
      const capacity = graph.refCounts.length;
      this.cells = new Uint32Array(capacity);
      this.positions = new Int32Array(capacity);
      this.weights = new Uint8Array(capacity);
      this.#marks = new Uint32Array(capacity);
      this.#met = new Uint32Array(capacity);
      this.#mark = 0;
    } else if (this.#mark === markMax) {
      this.#marks.fill(0);
      this.#mark = 0;
    }
    this.#mark++;
    this.#refs = graph.refs;
    this.#refCounts = graph.refCounts;
    this.#d2 = graph.d2;
    this.#isOverweight = false;
    this.count = 0;
    this.dataTotal = 0;
    this.refTotal = 0;
  }

  /** Adds a cell and everything below it that was not met before, with its weight. */
  #meet(cell: number): void {
    const { weights } = this;
    const marks = this.#marks;
    const mark = this.#mark;
    const refs = this.#refs;
    const refStart = cell * cellRefsMax;
    const refEnd = refStart + this.#refCounts[cell]!;
    let weight = 1;
    marks[cell] = mark;
    for (let at = refStart; at < refEnd; at++) {
      const child = refs[at]!;
      if (marks[child] !== mark) this.#meet(child);
      weight += weights[child]!;
    }
    if (weight > weightMax) this.#isOverweight = true;
    weights[cell] = Math.min(weightMax, weight);
    this.positions[cell] = untouched;
    this.#met[this.count++] = cell;
    this.dataTotal += (this.#d2[cell]! + 1) >> 1;
    this.refTotal += refEnd - refStart;
  }

  /** Makes weights shares of the roots' weights, 0 for special cells; returns whether there are any. */
  #shareWeights(): boolean {
    const { count, weights } = this;
    let isReduced = false;
    for (let at = count - 1; at >= 0; at--) {
      const cell = this.#met[at]!;
      if (weights[cell]! >= cutWeightMin && this.#reduceChildren(cell)) isReduced = true;
    }
    // If no share was reduced, no cell is heavier than its share.
    if (!isReduced && !this.#isOverweight) return false;
    let hasSpecialCells = false;
    for (let at = 0; at < count; at++) {
      const cell = this.#met[at]!;
      const sum = 1 + this.#childWeights(cell);
      const isSpecial = sum > weights[cell]!;
      weights[cell] = isSpecial ? 0 : sum;
      if (isSpecial) hasSpecialCells = true;
    }
    return hasSpecialCells;
  }

  /** Cuts the weights of a cell's children to their shares; returns true when one was cut. */
  #reduceChildren(cell: number): boolean {
    const { weights } = this;
    const refs = this.#refs;
    const refCount = this.#refCounts[cell]!;
    const refStart = cell * cellRefsMax;
    let left = refCount;
    let sum = cellWeightMax - 1;
    let lightMask = 0;
    for (let position = 0; position < refCount; position++) {
      const weight = weights[refs[refStart + position]!]!;
      if (weight > Math.floor((cellWeightMax - 1 + position) / refCount)) continue;
      sum -= weight;
      left--;
      lightMask |= 1 << position;
    }
    let isReduced = false;
    for (let position = 0; position < refCount && left > 0; position++) {
      if ((lightMask & (1 << position)) !== 0) continue;
      const child = refs[refStart + position]!;
      const limit = Math.floor(sum++ / left);
      if (weights[child]! <= limit) continue;
      weights[child] = limit;
      isReduced = true;
    }
    return isReduced;
  }

  #childWeights(cell: number): number {
    let sum = 0;
    const refStart = cell * cellRefsMax;
    for (let at = refStart; at < refStart + this.#refCounts[cell]!; at++) sum += this.weights[this.#refs[at]!]!;
    return sum;
  }

  /** Looks for special cells below, and visits those. */
  #previsit(cell: number): void {
    if (this.positions[cell] !== untouched) return;
    const refStart = cell * cellRefsMax;
    for (let at = refStart + this.#refCounts[cell]! - 1; at >= refStart; at--) {
      const child = this.#refs[at]!;
      if (this.weights[child] === 0) this.#visit(child);
      else this.#previsit(child);
    }
    this.positions[cell] = previsited;
  }

  /** Numbers everything below a cell. */
  #visit(cell: number): void {
    const position = this.positions[cell]!;
    if (position >= 0 || position === visited) return;
    if (this.weights[cell] === 0) this.#previsit(cell);
    const refs = this.#refs;
    const refCounts = this.#refCounts;
    const refStart = cell * cellRefsMax;
    const refLast = refStart + refCounts[cell]! - 1;
    for (let at = refLast; at >= refStart; at--) {
      const child = refs[at]!;
      // Below a leaf there is nothing, and most cells are leaves.
      if (refCounts[child]! > 0) this.#visit(child);
    }
    for (let at = refLast; at >= refStart; at--) this.#allocate(refs[at]!);
    this.positions[cell] = visited;
  }

  #allocate(cell: number): void {
    if (this.positions[cell]! >= 0) return;
    const position = --this.#last;
    this.positions[cell] = position;
    this.cells[position] = cell;
  }
}
