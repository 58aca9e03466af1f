import { cellRefsMax } from './cell-limits.ts';

const firstCapacity = 64;
const noBytes = new Uint8Array(0);
const noView = new DataView(noBytes.buffer);

/** Arrays that grew beyond this are not kept for the next use. */
const keptCapacityMax = 2 ** 16;
const keptDataCapacityMax = 2 ** 22;

/**
 * Cells collected for writing, each once, with references among themselves. Data is taken from a bag where it lies, or
 * kept here; either way with its completion bit. One object can serve many times: `clear` keeps the arrays unless they
 * have become large.
 */
export class FlatCells {
  count = 0;
  /** Four places per cell. */
  refs: Uint32Array;
  refCounts: Uint8Array;
  d1: Uint8Array;
  d2: Uint8Array;
  /** Offset of a cell's data: in `source`, or, counted from the end of `source`, in `data`. */
  dataStart: Uint32Array;
  /** 1 for a cell that was met more than once. */
  shared: Uint8Array;
  /** Bytes of the bag that cells are taken from. */
  source: Uint8Array;
  sourceView: DataView;
  /** Data of the other cells. */
  data: Uint8Array = noBytes;
  dataView: DataView = noView;
  #dataLength = 0;

  constructor(source: Uint8Array = noBytes, capacity: number = firstCapacity) {
    this.source = source;
    this.sourceView = viewOf(source);
    this.refs = new Uint32Array(capacity * cellRefsMax);
    this.refCounts = new Uint8Array(capacity);
    this.d1 = new Uint8Array(capacity);
    this.d2 = new Uint8Array(capacity);
    this.dataStart = new Uint32Array(capacity);
    this.shared = new Uint8Array(capacity);
  }

  /** Begins again, with cells of another bag or of none. */
  clear(source: Uint8Array = noBytes): void {
    if (this.refCounts.length > keptCapacityMax) this.#resizeCells(firstCapacity);
    if (this.data.length > keptDataCapacityMax) this.#setData(noBytes);
    if (source !== this.source) {
      this.source = source;
      this.sourceView = source === noBytes ? noView : viewOf(source);
    }
    this.count = 0;
    this.#dataLength = 0;
  }

  /** Adds a cell without its references, whose data begins at an offset of `source`, and returns its index. */
  add(d1: number, d2: number, dataStart: number): number {
    const index = this.count;
    if (index === this.refCounts.length) this.#resizeCells(index * 2);
    this.d1[index] = d1;
    this.d2[index] = d2;
    this.refCounts[index] = d1 & 7;
    this.shared[index] = 0;
    this.dataStart[index] = dataStart;
    this.count = index + 1;
    return index;
  }

  /** As `add`; the cell's data must be written to `data` at `ownDataStart`. */
  addOwn(d1: number, d2: number): number {
    const start = this.#dataLength;
    this.#dataLength += (d2 + 1) >> 1;
    if (this.#dataLength > this.data.length) {
      this.#setData(resized(this.data, new Uint8Array(Math.max(256, this.data.length * 2))));
    }
    return this.add(d1, d2, this.source.length + start);
  }

  /** Returns the offset in `data` of a cell that was added with `addOwn`. */
  ownDataStart(index: number): number {
    return this.dataStart[index]! - this.source.length;
  }

  /** Takes out all cells but the first `count`, which must have their data in `source`. */
  truncate(count: number): void {
    this.count = count;
    this.#dataLength = 0;
  }

  #setData(data: Uint8Array): void {
    this.data = data;
    this.dataView = viewOf(data);
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

/** A view for reading and writing several bytes at a time. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function resized<A extends Uint8Array | Uint32Array>(from: A, to: A): A {
  to.set(from.length > to.length ? from.subarray(0, to.length) : from);
  return to;
}
