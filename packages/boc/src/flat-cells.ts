import { cellRefsMax } from './cell-limits.ts';

const firstCapacity = 64;
const firstDataCapacity = 4096;
const noBytes = new Uint8Array(0);

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
  /** Where a cell's data begins: in `source`, or, counted from the end of `source`, in `data`. */
  dataStart = new Uint32Array(firstCapacity);
  /** 1 for a cell that was met more than once. */
  shared = new Uint8Array(firstCapacity);
  /** Bytes of the bag that cells are taken from: their data is not copied. */
  source: Uint8Array = noBytes;
  /** Data of the other cells. */
  data = new Uint8Array(firstDataCapacity);
  /** Bytes of data of all cells. */
  dataTotal = 0;
  refTotal = 0;
  #dataLength = 0;

  /** Begins with the cells of another bag; `source` is let go by the next `clear`. */
  clear(source: Uint8Array = noBytes): void {
    if (this.refCounts.length > keptCapacityMax) this.#resizeCells(firstCapacity);
    if (this.data.length > keptDataCapacityMax) this.data = new Uint8Array(firstDataCapacity);
    this.source = source;
    this.count = 0;
    this.dataTotal = 0;
    this.refTotal = 0;
    this.#dataLength = 0;
  }

  /** Adds a cell without its references, whose data begins at an offset of `source`, and returns its index. */
  add(d1: number, d2: number, dataStart: number): number {
    const index = this.count;
    if (index === this.refCounts.length) this.#resizeCells(index * 2);
    this.d1[index] = d1;
    this.d2[index] = d2;
    this.refCounts[index] = d1 & 7;
    this.refTotal += d1 & 7;
    this.shared[index] = 0;
    this.dataStart[index] = dataStart;
    this.dataTotal += (d2 + 1) >> 1;
    this.count = index + 1;
    return index;
  }

  /** As `add`; the cell's data must be written to `data` at `ownDataStart`. */
  addOwn(d1: number, d2: number): number {
    const start = this.#dataLength;
    this.#dataLength += (d2 + 1) >> 1;
    while (this.#dataLength > this.data.length) {
      this.data = resized(this.data, new Uint8Array(this.data.length * 2));
    }
    return this.add(d1, d2, this.source.length + start);
  }

  /** Where the data of a cell that was added with `addOwn` begins in `data`. */
  ownDataStart(index: number): number {
    return this.dataStart[index]! - this.source.length;
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
