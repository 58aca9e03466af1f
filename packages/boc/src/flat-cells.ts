import { cellRefsMax } from './cell-limits.ts';

const firstCapacity = 64;
const firstDataCapacity = 4096;

/**
 * Cells collected for writing: every cell after its children, data already with its completion bit. One object serves
 * many bags: `clear` keeps the arrays.
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
    this.count = 0;
    this.dataLength = 0;
    this.refTotal = 0;
  }

  /** Adds a cell without its references and returns its index; its data must be written to `data` at `dataStart`. */
  add(d1: number, d2: number): number {
    const index = this.count;
    if (index === this.refCounts.length) this.#growCells();
    const byteLength = (d2 + 1) >> 1;
    if (this.dataLength + byteLength > this.data.length) this.#growData();
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

  #growCells(): void {
    const capacity = this.refCounts.length * 2;
    this.refs = grown(this.refs, new Uint32Array(capacity * cellRefsMax));
    this.refCounts = grown(this.refCounts, new Uint8Array(capacity));
    this.d1 = grown(this.d1, new Uint8Array(capacity));
    this.d2 = grown(this.d2, new Uint8Array(capacity));
    this.dataStart = grown(this.dataStart, new Uint32Array(capacity));
    this.shared = grown(this.shared, new Uint8Array(capacity));
  }

  #growData(): void {
    this.data = grown(this.data, new Uint8Array(this.data.length * 2));
  }
}

function grown<A extends Uint8Array | Uint32Array>(from: A, to: A): A {
  to.set(from);
  return to;
}
