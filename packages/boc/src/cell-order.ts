import { cellRefsMax } from './cell-limits.ts';

/** Cells in the order in which they were met: every cell after its children. */
export interface OrderedGraph {
  readonly count: number;
  /** Four places per cell. */
  readonly refs: Uint32Array;
  readonly refCounts: Uint8Array;
}

/** The node keeps stored hashes at most this many cells apart; the weights below come from it. */
const cellWeightMax = 64;
/** What is heavier counts as this heavy. */
const weightMax = 255;

/** Arrays that grew beyond this are not kept for the next bag. */
const keptCapacityMax = 2 ** 16;

const untouched = -1;
const previsited = -2;
const visited = -3;

/**
 * The place of every cell in the node's own serialisation, so that bags come out byte for byte as the node writes
 * them. It shares out weights from the roots down, calls cells that are heavier than their share special, and numbers
 * the cells in a depth-first walk from the last child to the first, special cells with all that is below them first;
 * the file holds the cells in the reverse of that numbering. One object serves many bags: the arrays are kept, may be
 * longer than the bag has cells, and hold until the next `arrange`.
 */
export class CellOrder {
  /** The position of every cell in the file. */
  positions = new Int32Array(0);
  /** The cell at every position. */
  cells = new Uint32Array(0);
  /** 0 for the special cells: those beside which the node stores hashes when it is told to store any. */
  weights = new Uint8Array(0);
  #refs: Uint32Array = new Uint32Array(0);
  #refCounts: Uint8Array = new Uint8Array(0);
  /** Position of the cell that was numbered last. */
  #last = 0;

  arrange(graph: OrderedGraph, roots: readonly number[]): void {
    const { count } = graph;
    this.#reserve(count);
    this.#refs = graph.refs;
    this.#refCounts = graph.refCounts;
    this.#last = count;
    this.positions.fill(untouched, 0, count);
    const hasSpecialCells = shareWeights(graph, this.weights);
    for (const root of roots) {
      if (hasSpecialCells) this.#previsit(root);
      this.#visit(root);
    }
    for (const root of roots) this.#allocate(root);
  }

  #reserve(count: number): void {
    const kept = this.positions.length;
    if (kept >= count && kept <= keptCapacityMax) return;
    const capacity = Math.max(count, Math.min(2 * kept, keptCapacityMax));
    this.positions = new Int32Array(capacity);
    this.cells = new Uint32Array(capacity);
    this.weights = new Uint8Array(capacity);
  }

  /** Looks for special cells below, and visits those. Recursion is as deep as the cells, 1,023 levels at most. */
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
    const refStart = cell * cellRefsMax;
    const refLast = refStart + this.#refCounts[cell]! - 1;
    for (let at = refLast; at >= refStart; at--) this.#visit(this.#refs[at]!);
    for (let at = refLast; at >= refStart; at--) this.#allocate(this.#refs[at]!);
    this.positions[cell] = visited;
  }

  #allocate(cell: number): void {
    if (this.positions[cell]! >= 0) return;
    const position = --this.#last;
    this.positions[cell] = position;
    this.cells[position] = cell;
  }
}

/** Sets the weights of all cells, 0 for special ones; returns whether there are any. */
function shareWeights(graph: OrderedGraph, weights: Uint8Array): boolean {
  const { count } = graph;
  let isOverweight = false;
  for (let cell = 0; cell < count; cell++) {
    const weight = 1 + childWeights(graph, weights, cell);
    if (weight > weightMax) isOverweight = true;
    weights[cell] = Math.min(weightMax, weight);
  }
  let isReduced = false;
  for (let cell = count - 1; cell >= 0; cell--) {
    if (weights[cell]! > 1 && reduceChildren(graph, weights, cell)) isReduced = true;
  }
  // Nothing is heavier than its share when no share was cut.
  if (!isReduced && !isOverweight) return false;
  let hasSpecialCells = false;
  for (let cell = 0; cell < count; cell++) {
    const sum = 1 + childWeights(graph, weights, cell);
    if (sum <= weights[cell]!) {
      weights[cell] = sum;
      continue;
    }
    weights[cell] = 0;
    hasSpecialCells = true;
  }
  return hasSpecialCells;
}

/** Cuts the weights of a cell's children to what it can give them; returns whether there was a need to. */
function reduceChildren({ refs, refCounts }: OrderedGraph, weights: Uint8Array, cell: number): boolean {
  const refCount = refCounts[cell]!;
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

function childWeights({ refs, refCounts }: OrderedGraph, weights: Uint8Array, cell: number): number {
  let sum = 0;
  const refStart = cell * cellRefsMax;
  for (let at = refStart; at < refStart + refCounts[cell]!; at++) sum += weights[refs[at]!]!;
  return sum;
}
