import { genericMagic } from './bag-header.ts';
import { cellPositions } from './cell-order.ts';
import { cellRefsMax } from './cell-limits.ts';
import { crc32c } from './crc32c.ts';
import type { FlatCells } from './flat-cells.ts';

export interface WriteBagOptions {
  /** End with a CRC-32C; default true. */
  readonly crc?: boolean;
  /** Store the end offset of every cell; default false. */
  readonly index?: boolean;
  /** Mark cells with several parents in the index; only with `index`; default false. */
  readonly cacheBits?: boolean;
}

/** Serialises collected cells in the node's order with the smallest sizes that fit. */
export function writeFlatCells(cells: FlatCells, roots: readonly number[], options: WriteBagOptions): Uint8Array {
  const { count } = cells;
  const hasCrc = options.crc ?? true;
  const hasIndex = options.index === true;
  const hasCacheBits = hasIndex && options.cacheBits === true;
  const refSize = bytesFor(count);
  const dataSize = 2 * count + cells.dataLength + cells.refTotal * refSize;
  const offsetSize = bytesFor(hasCacheBits ? dataSize * 2 : dataSize);
  const indexSize = hasIndex ? count * offsetSize : 0;
  const headerSize = 6 + (3 + roots.length) * refSize + offsetSize;
  const bytes = new Uint8Array(headerSize + indexSize + dataSize + (hasCrc ? 4 : 0));
  const flags = (hasIndex ? 0x80 : 0) | (hasCrc ? 0x40 : 0) | (hasCacheBits ? 0x20 : 0) | refSize;
  const positions = cellPositions(cells, roots);

  let at = writeUint(bytes, 0, genericMagic, 4);
  bytes[at++] = flags;
  bytes[at++] = offsetSize;
  at = writeUint(bytes, at, count, refSize);
  at = writeUint(bytes, at, roots.length, refSize);
  at = writeUint(bytes, at, 0, refSize);
  at = writeUint(bytes, at, dataSize, offsetSize);
  for (const root of roots) at = writeUint(bytes, at, positions[root]!, refSize);

  const sources = new Uint32Array(count);
  for (let cell = 0; cell < count; cell++) sources[positions[cell]!] = cell;
  let indexAt = at;
  const dataStart = at + indexSize;
  at = dataStart;
  for (let position = 0; position < count; position++) {
    const cell = sources[position]!;
    at = writeCell(bytes, at, { cells, cell, positions, refSize });
    if (!hasIndex) continue;
    const end = at - dataStart;
    indexAt = writeUint(bytes, indexAt, hasCacheBits ? end * 2 + cells.shared[cell]! : end, offsetSize);
  }
  if (hasCrc) writeChecksum(bytes, at);
  return bytes;
}

interface PlacedCell {
  readonly cells: FlatCells;
  readonly cell: number;
  readonly positions: Int32Array;
  readonly refSize: number;
}

function writeCell(bytes: Uint8Array, start: number, placed: PlacedCell): number {
  const { cells, cell, positions, refSize } = placed;
  let at = start;
  bytes[at++] = cells.d1[cell]!;
  bytes[at++] = cells.d2[cell]!;
  const dataStart = cells.dataStart[cell]!;
  const dataEnd = dataStart + ((cells.d2[cell]! + 1) >> 1);
  for (let from = dataStart; from < dataEnd; from++) bytes[at++] = cells.data[from]!;
  const refStart = cell * cellRefsMax;
  for (let ref = refStart; ref < refStart + cells.refCounts[cell]!; ref++) {
    at = writeUint(bytes, at, positions[cells.refs[ref]!]!, refSize);
  }
  return at;
}

/** Writes a big-endian number of 1…8 bytes and returns the offset behind it. */
function writeUint(bytes: Uint8Array, offset: number, value: number, size: number): number {
  let left = value;
  for (let at = offset + size - 1; at >= offset; at--) {
    bytes[at] = left & 0xff;
    left = Math.floor(left / 256);
  }
  return offset + size;
}

function writeChecksum(bytes: Uint8Array, offset: number): void {
  const checksum = crc32c(bytes, 0, offset);
  for (let byte = 0; byte < 4; byte++) bytes[offset + byte] = checksum >>> (8 * byte);
}

/** The fewest bytes that can hold a number; as the node counts, at least one. */
function bytesFor(value: number): number {
  let size = 1;
  while (value >= 256 ** size) size++;
  return size;
}
