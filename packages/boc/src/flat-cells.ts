import { cellRefsMax } from './cell-limits.ts';

const firstCapacity = 64;
const firstDataCapacity = 4096;

/** Arrays that grew beyond this are not kept for the next bag. */
const keptCapacityMax = 2 ** 16;
const keptDataCapacityMax = 2 ** 22;

/**
 * Cells collected for writing: every cell after its children, data already with its completion bit. One object serves
 * many bags: `clear` keeps the arrays unless they have become large.
 */
export class FlatCells {
  count = 0;
  refs = new Uint32Array(firstCapacity * cellRefsMax);
  refCounts = new Uint8Array(firstCapacity);
  d1 = new Uint8Array(firstCapacity);
  d2 = new Uint8Array(firstCapacity);
  dataStart = new Uint32Array(firstCapacity);
  /** 1 for a cell that was met more than once. */
  shared = new Uint8Array(firstCapacity);
  data = new Uint8Array(firstDataCapacity);
  dataLength = 0;
  refTotal = 0;

  clear(): void {
    if (this.refCounts.length > keptCapacityMax) this.#resizeCells(firstCapacity);
    if (this.data.length > keptDataCapacityMax) this.data = new Uint8Array(firstDataCapacity);
    this.count = 0;
    this.dataLength = 0;
    this.refTotal = 0;
  }

  /** Adds a cell without its references and returns its index; its data must be written to `data` at `dataStart`. */
  add(d1: number, d2: number): number {
    const index = this.count;
    if (index === this.refCounts.length) this.#resizeCells(index * 2);
    const byteLength = (d2 + 1) >> 1;
    if (this.dataLength + byteLength > this.data.length)
      this.data = resized(this.data, new Uint8Array(this.data.length * 2));
    this.d1[index] = d1;
    this.d2[index] = d2;
    this.refCounts[index] = d1 & 7;
    this.refTotal += d1 & 7;
    this.shared[index] = 0;
    this.dataStart[index] = this.dataLength;
    this.dataLength += byteLength;
    this.count = index + 1;
    return index;
  }

  #resizeCells(capacity: number): void {
    this.refs = resized(this.refs, new Uint32Array(capacity * cellRefsMax));
    this.refCounts = resized(this.refCounts, new Uint8Array(capacity));
    this.d1 = resized(this.d1, new Uint8Array(capacity));
    this.d2 = resized(this.d2, new Uint8Array(capacity));
    this.dataStart = resized(this.dataStart, new Uint32Array(capacity));
    this.shared = resized(this.shared, new Uint8Array(capacity));
  }
}

function resized<A extends Uint8Array | Uint32Array>(from: A, to: A): A {
  to.set(from.length > to.length ? from.subarray(0, to.length) : from);
  return to;
}
