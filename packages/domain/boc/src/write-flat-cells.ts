import { genericMagic } from './bag-header.ts';
import { BocError } from './boc-error.ts';
import type { CellOrder } from './cell-order.ts';
import { cellRefsMax } from './cell-limits.ts';
import { crc32cOfView } from './crc32c.ts';
import { type FlatCells, viewOf } from './flat-cells.ts';

/** Larger bags would not be read again. */
const writtenBytesMax = 2 ** 29;

/** Longer bags get memory of their own. */
const lentBytesMax = 2 ** 18;
let lent: DataView | undefined;

export interface WriteBagOptions {
  /** End with a CRC-32C; default true. */
  readonly crc?: boolean;
  /** Store the end offset of every cell; default false. */
  readonly index?: boolean;
  /** Mark cells with several parents in the index; only with `index`; default false. */
  readonly cacheBits?: boolean;
  /** Store hashes beside some of the cells, as the node does in the files of blocks and states; default false. */
  readonly hashes?: boolean;
}

export interface FlatOptions extends WriteBagOptions {
  /** Write into memory that the next bag with this option takes again; default false. */
  readonly isBorrowed?: boolean;
}

/** All hashes of a cell, lowest level first, then all its depths: as a bag stores them. */
export type StoredHashes = (cell: number) => Uint8Array;

/** Serialises the cells under the roots in the node's order, which `order` finds, with the smallest sizes that fit. */
export function writeFlatCells(
  cells: FlatCells,
  order: CellOrder,
  roots: readonly number[],
  options: FlatOptions,
  storedHashes?: StoredHashes,
): Uint8Array {
  order.arrange(cells, roots);
  const { count, positions } = order;
  const hasCrc = options.crc ?? true;
  const hasIndex = options.index === true;
  const hasCacheBits = hasIndex && options.cacheBits === true;
  const refSize = bytesFor(count);
  const stored = storedHashes === undefined ? undefined : hashesToStore(order, storedHashes);
  const dataSize = 2 * count + order.dataTotal + order.refTotal * refSize + storedLength(stored);
  if (dataSize > writtenBytesMax) {
    throw new BocError('boc_too_large', 'The cells are too many for one bag', { dataSize, writtenBytesMax });
  }
  const offsetSize = bytesFor(hasCacheBits ? dataSize * 2 : dataSize);
  const indexSize = hasIndex ? count * offsetSize : 0;
  const headerSize = 6 + (3 + roots.length) * refSize + offsetSize;
  const length = headerSize + indexSize + dataSize + (hasCrc ? 4 : 0);
  const view = options.isBorrowed === true && length <= lentBytesMax ? borrow() : viewOf(new Uint8Array(length));
  const bytes = new Uint8Array(view.buffer, 0, length);
  const flags = (hasIndex ? 0x80 : 0) | (hasCrc ? 0x40 : 0) | (hasCacheBits ? 0x20 : 0) | refSize;

  let at = writeUint(bytes, 0, genericMagic, 4);
  bytes[at++] = flags;
  bytes[at++] = offsetSize;
  at = writeUint(bytes, at, count, refSize);
  at = writeUint(bytes, at, roots.length, refSize);
  at = writeUint(bytes, at, 0, refSize);
  at = writeUint(bytes, at, dataSize, offsetSize);
  for (const root of roots) at = writeUint(bytes, at, positions[root]!, refSize);

  const layout: Layout = { view, cells, order, stored, refSize, indexStart: at, offsetSize, hasIndex, hasCacheBits };
  at = writeCells(bytes, at + indexSize, layout);
  if (hasCrc) view.setUint32(at, crc32cOfView(view, 0, at), true);
  return bytes;
}

/** Memory of `lentBytesMax` bytes, the same for all. */
function borrow(): DataView {
  lent ??= new DataView(new ArrayBuffer(lentBytesMax));
  return lent;
}

function hashesToStore(order: CellOrder, storedHashes: StoredHashes): ReadonlyMap<number, Uint8Array> {
  const stored = new Map<number, Uint8Array>();
  for (let position = 0; position < order.count; position++) {
    const cell = order.cells[position]!;
    if (order.weights[cell] === 0) stored.set(cell, storedHashes(cell));
  }
  return stored;
}

function storedLength(stored: ReadonlyMap<number, Uint8Array> | undefined): number {
  let length = 0;
  for (const hashes of stored?.values() ?? []) length += hashes.length;
  return length;
}

interface Layout {
  /** Of the bytes that are written. */
  readonly view: DataView;
  readonly cells: FlatCells;
  readonly order: CellOrder;
  readonly stored: ReadonlyMap<number, Uint8Array> | undefined;
  readonly refSize: number;
  readonly indexStart: number;
  readonly offsetSize: number;
  readonly hasIndex: boolean;
  readonly hasCacheBits: boolean;
}

/** Writes all cells, and the index where there is one; returns the offset behind the cells. */
function writeCells(bytes: Uint8Array, start: number, layout: Layout): number {
  const { view, cells, order, stored, refSize, offsetSize, hasIndex, hasCacheBits } = layout;
  const { d1, d2, refs, refCounts, dataStart, sourceView, dataView } = cells;
  const { count, positions, cells: ordered } = order;
  const sourceLength = sourceView.byteLength;
  let indexAt = layout.indexStart;
  let at = start;
  for (let position = 0; position < count; position++) {
    const cell = ordered[position]!;
    const hashes = stored?.get(cell);
    bytes[at++] = hashes === undefined ? d1[cell]! : d1[cell]! | 16;
    bytes[at++] = d2[cell]!;
    if (hashes !== undefined) {
      bytes.set(hashes, at);
      at += hashes.length;
    }
    const from = dataStart[cell]!;
    const dataLength = (d2[cell]! + 1) >> 1;
    if (from < sourceLength) copyBytes(sourceView, from, view, at, dataLength);
    else copyBytes(dataView, from - sourceLength, view, at, dataLength);
    at += dataLength;
    const refStart = cell * cellRefsMax;
    const refEnd = refStart + refCounts[cell]!;
    for (let ref = refStart; ref < refEnd; ref++) {
      const target = positions[refs[ref]!]!;
      if (refSize === 1) bytes[at++] = target;
      else at = writeUint(bytes, at, target, refSize);
    }
    if (!hasIndex) continue;
    const end = at - start;
    indexAt = writeUint(bytes, indexAt, hasCacheBits ? end * 2 + cells.shared[cell]! : end, offsetSize);
  }
  return at;
}

/** Copies four bytes at a time: the data of one cell is too little for `set`. */
function copyBytes(from: DataView, start: number, to: DataView, offset: number, count: number): void {
  const wordsEnd = count & ~3;
  for (let at = 0; at < wordsEnd; at += 4) to.setInt32(offset + at, from.getInt32(start + at, true), true);
  for (let at = wordsEnd; at < count; at++) to.setUint8(offset + at, from.getUint8(start + at));
}

/** Writes a big-endian number of 1…4 bytes and returns the offset behind it. */
function writeUint(bytes: Uint8Array, offset: number, value: number, size: number): number {
  for (let at = offset, shift = (size - 1) * 8; shift >= 0; at++, shift -= 8) bytes[at] = value >>> shift;
  return offset + size;
}

/** The fewest bytes that can hold a number; as the node counts, at least one. */
function bytesFor(value: number): number {
  if (value < 2 ** 8) return 1;
  if (value < 2 ** 16) return 2;
  return value < 2 ** 24 ? 3 : 4;
}
