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

export interface CellPlaces {
  /** The position of every cell in the file. */
  readonly positions: Int32Array;
  /** 0 for the special cells: those beside which the node stores hashes when it is told to store any. */
  readonly weights: Uint8Array;
}

const untouched = -1;
const previsited = -2;
const visited = -3;

/**
 * The place of every cell in the node's own serialisation, so that bags come out byte for byte as the node writes
 * them. It shares out weights from the roots down, calls cells that are heavier than their share special, and numbers
 * the cells in a depth-first walk from the last child to the first, special cells with all that is below them first;
 * the file holds the cells in the reverse of that numbering.
 */
export function orderCells(graph: OrderedGraph, roots: readonly number[]): CellPlaces {
  const weights = shareWeights(graph);
  const order = new CellOrder(graph, weights);
  for (const root of roots) {
    order.previsit(root);
    order.visit(root);
  }
  for (const root of roots) order.allocate(root);
  const positions = order.numbers;
  for (let cell = 0; cell < graph.count; cell++) positions[cell] = graph.count - 1 - positions[cell]!;
  return { positions, weights };
}

/** Weights of all cells; 0 marks a special one. */
function shareWeights(graph: OrderedGraph): Uint8Array {
  const { count, refs, refCounts } = graph;
  const weights = new Uint8Array(count);
  for (let cell = 0; cell < count; cell++) weights[cell] = Math.min(255, 1 + childWeights(graph, weights, cell));
  for (let cell = count - 1; cell >= 0; cell--) {
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
    for (let position = 0; position < refCount && left > 0; position++) {
      if ((lightMask & (1 << position)) !== 0) continue;
      const child = refs[refStart + position]!;
      const limit = Math.floor(sum++ / left);
      if (weights[child]! > limit) weights[child] = limit;
    }
  }
  for (let cell = 0; cell < count; cell++) {
    const sum = 1 + childWeights(graph, weights, cell);
    weights[cell] = sum <= weights[cell]! ? sum : 0;
  }
  return weights;
}

function childWeights(graph: OrderedGraph, weights: Uint8Array, cell: number): number {
  let sum = 0;
  const refStart = cell * cellRefsMax;
  for (let at = refStart; at < refStart + graph.refCounts[cell]!; at++) sum += weights[graph.refs[at]!]!;
  return sum;
}

/** The numbering walk. Its recursion is as deep as the cells, 1,023 levels at most. */
class CellOrder {
  readonly numbers: Int32Array;
  readonly #graph: OrderedGraph;
  readonly #weights: Uint8Array;
  #next = 0;

  constructor(graph: OrderedGraph, weights: Uint8Array) {
    this.#graph = graph;
    this.#weights = weights;
    this.numbers = new Int32Array(graph.count).fill(untouched);
  }

  /** Looks for special cells below, and visits those. */
  previsit(cell: number): void {
    if (this.numbers[cell] !== untouched) return;
    const { refs, refCounts } = this.#graph;
    for (let at = cell * cellRefsMax + refCounts[cell]! - 1; at >= cell * cellRefsMax; at--) {
      const child = refs[at]!;
      if (this.#weights[child] === 0) this.visit(child);
      else this.previsit(child);
    }
    this.numbers[cell] = previsited;
  }

  /** Numbers everything below a cell. */
  visit(cell: number): void {
    const number = this.numbers[cell]!;
    if (number >= 0 || number === visited) return;
    if (this.#weights[cell] === 0) this.previsit(cell);
    const { refs, refCounts } = this.#graph;
    const refStart = cell * cellRefsMax;
    const refLast = refStart + refCounts[cell]! - 1;
    for (let at = refLast; at >= refStart; at--) this.visit(refs[at]!);
    for (let at = refLast; at >= refStart; at--) this.allocate(refs[at]!);
    this.numbers[cell] = visited;
  }

  allocate(cell: number): void {
    if (this.numbers[cell]! < 0) this.numbers[cell] = this.#next++;
  }
}
