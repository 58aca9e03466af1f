import { genericMagic } from './bag-header.ts';
import { BocError } from './boc-error.ts';
import { CellOrder } from './cell-order.ts';
import { cellRefsMax } from './cell-limits.ts';
import { crc32c } from './crc32c.ts';
import type { FlatCells } from './flat-cells.ts';

/** Used again for every bag. */
const order = new CellOrder();

/** Larger bags would not be read again. */
const writtenBytesMax = 2 ** 29;

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

/** All hashes of a cell, lowest level first, then all its depths: as a bag stores them. */
export type StoredHashes = (cell: number) => Uint8Array;

/** Serialises collected cells in the node's order with the smallest sizes that fit. */
export function writeFlatCells(
  cells: FlatCells,
  roots: readonly number[],
  options: WriteBagOptions,
  storedHashes?: StoredHashes,
): Uint8Array {
  const { count } = cells;
  const hasCrc = options.crc ?? true;
  const hasIndex = options.index === true;
  const hasCacheBits = hasIndex && options.cacheBits === true;
  const refSize = bytesFor(count);
  order.arrange(cells, roots);
  const { positions } = order;
  const stored = storedHashes === undefined ? undefined : hashesToStore(order.weights, count, storedHashes);
  const dataSize = 2 * count + cells.dataTotal + cells.refTotal * refSize + storedLength(stored);
  if (dataSize > writtenBytesMax) {
    throw new BocError('boc_too_large', 'The cells are too many for one bag', { dataSize, writtenBytesMax });
  }
  const offsetSize = bytesFor(hasCacheBits ? dataSize * 2 : dataSize);
  const indexSize = hasIndex ? count * offsetSize : 0;
  const headerSize = 6 + (3 + roots.length) * refSize + offsetSize;
  const bytes = new Uint8Array(headerSize + indexSize + dataSize + (hasCrc ? 4 : 0));
  const flags = (hasIndex ? 0x80 : 0) | (hasCrc ? 0x40 : 0) | (hasCacheBits ? 0x20 : 0) | refSize;

  let at = writeUint(bytes, 0, genericMagic, 4);
  bytes[at++] = flags;
  bytes[at++] = offsetSize;
  at = writeUint(bytes, at, count, refSize);
  at = writeUint(bytes, at, roots.length, refSize);
  at = writeUint(bytes, at, 0, refSize);
  at = writeUint(bytes, at, dataSize, offsetSize);
  for (const root of roots) at = writeUint(bytes, at, positions[root]!, refSize);

  const layout: Layout = { cells, stored, refSize, indexStart: at, offsetSize, hasIndex, hasCacheBits };
  at = writeCells(bytes, at + indexSize, layout);
  if (hasCrc) writeChecksum(bytes, at);
  return bytes;
}

function hashesToStore(
  weights: Uint8Array,
  count: number,
  storedHashes: StoredHashes,
): ReadonlyMap<number, Uint8Array> {
  const stored = new Map<number, Uint8Array>();
  for (let cell = 0; cell < count; cell++) if (weights[cell] === 0) stored.set(cell, storedHashes(cell));
  return stored;
}

function storedLength(stored: ReadonlyMap<number, Uint8Array> | undefined): number {
  let length = 0;
  for (const hashes of stored?.values() ?? []) length += hashes.length;
  return length;
}

interface Layout {
  readonly cells: FlatCells;
  readonly stored: ReadonlyMap<number, Uint8Array> | undefined;
  readonly refSize: number;
  readonly indexStart: number;
  readonly offsetSize: number;
  readonly hasIndex: boolean;
  readonly hasCacheBits: boolean;
}

/** Writes all cells, and the index where there is one; returns the offset behind the cells. */
function writeCells(bytes: Uint8Array, start: number, layout: Layout): number {
  const { cells, stored, refSize, offsetSize, hasIndex, hasCacheBits } = layout;
  const { count, d1, d2, source, refs, refCounts } = cells;
  const { positions } = order;
  let indexAt = layout.indexStart;
  let at = start;
  for (let position = 0; position < count; position++) {
    const cell = order.cells[position]!;
    const hashes = stored?.get(cell);
    bytes[at++] = hashes === undefined ? d1[cell]! : d1[cell]! | 16;
    bytes[at++] = d2[cell]!;
    if (hashes !== undefined) {
      bytes.set(hashes, at);
      at += hashes.length;
    }
    const dataStart = cells.dataStart[cell]!;
    const isOwn = dataStart >= source.length;
    const data = isOwn ? cells.data : source;
    let from = isOwn ? dataStart - source.length : dataStart;
    for (const dataEnd = from + ((d2[cell]! + 1) >> 1); from < dataEnd; from++) bytes[at++] = data[from]!;
    const refStart = cell * cellRefsMax;
    const refEnd = refStart + refCounts[cell]!;
    for (let ref = refStart; ref < refEnd; ref++) at = writeUint(bytes, at, positions[refs[ref]!]!, refSize);
    if (!hasIndex) continue;
    const end = at - start;
    indexAt = writeUint(bytes, indexAt, hasCacheBits ? end * 2 + cells.shared[cell]! : end, offsetSize);
  }
  return at;
}

/** Writes a big-endian number of 1…4 bytes and returns the offset behind it. */
function writeUint(bytes: Uint8Array, offset: number, value: number, size: number): number {
  for (let at = offset, shift = (size - 1) * 8; shift >= 0; at++, shift -= 8) bytes[at] = value >>> shift;
  return offset + size;
}

function writeChecksum(bytes: Uint8Array, offset: number): void {
  const checksum = crc32c(bytes, 0, offset);
  for (let byte = 0; byte < 4; byte++) bytes[offset + byte] = checksum >>> (8 * byte);
}

/** The fewest bytes that can hold a number; as the node counts, at least one. */
function bytesFor(value: number): number {
  if (value < 2 ** 8) return 1;
  if (value < 2 ** 16) return 2;
  return value < 2 ** 24 ? 3 : 4;
}
