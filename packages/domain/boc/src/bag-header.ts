import { BocError } from './boc-error.ts';

/** `serialized_boc#b5ee9c72`: its flags name the parts that it has. */
export const genericMagic = 0xb5ee9c72;
/** `serialized_boc_idx#68ff65f3`: index, no checksum, one root at cell 0. */
const indexedMagic = 0x68ff65f3;
/** `serialized_boc_idx_crc32c#acc3a728`: index and checksum, one root at cell 0. */
const indexedChecksumMagic = 0xacc3a728;

/** Larger bags are refused, so that every offset is a small integer. */
const bagBytesMax = 2 ** 30;

/** The layout of a bag of cells. All offsets are bytes from the start. */
export interface BagHeader {
  readonly hasIndex: boolean;
  readonly hasCrc: boolean;
  readonly hasCacheBits: boolean;
  readonly refSize: number;
  readonly offsetSize: number;
  readonly cellCount: number;
  readonly roots: readonly number[];
  readonly indexStart: number;
  readonly dataStart: number;
  readonly dataEnd: number;
  readonly end: number;
}

/**
 * Reads and checks the header of a bag. Nothing is allocated from a count before the bytes that the count promises
 * were seen to be there.
 *
 * ```tlb
 * serialized_boc#b5ee9c72 has_idx:(## 1) has_crc32c:(## 1) has_cache_bits:(## 1) flags:(## 2) { flags = 0 }
 *   size:(## 3) { size <= 4 } off_bytes:(## 8) { off_bytes <= 8 } cells:(##(size * 8)) roots:(##(size * 8))
 *   { roots >= 1 } absent:(##(size * 8)) tot_cells_size:(##(off_bytes * 8)) root_list:(roots * ##(size * 8))
 *   index:has_idx?(cells * ##(off_bytes * 8)) cell_data:(tot_cells_size * [ uint8 ])
 *   crc32c:has_crc32c?uint32 = BagOfCells;
 * serialized_boc_idx#68ff65f3, serialized_boc_idx_crc32c#acc3a728: the same with index, one root, no root_list
 * ```
 */
export function readBagHeader(bytes: Uint8Array): BagHeader {
  if (bytes.length > bagBytesMax) {
    throw new BocError('boc_too_large', 'The bag is larger than a bag may be', {
      byteLength: bytes.length,
      bagBytesMax,
    });
  }
  if (bytes.length < 6) throw truncated(bytes.length);
  const magic = readUint(bytes, 0, 4);
  const isGeneric = magic === genericMagic;
  if (!isGeneric && magic !== indexedMagic && magic !== indexedChecksumMagic) {
    throw new BocError('boc_bad_magic', 'These bytes are no bag of cells', { offset: 0, magic });
  }
  const flags = bytes[4]!;
  const refSize = flags & 7;
  const offsetSize = bytes[5]!;
  if (refSize < 1 || refSize > 4) throw badHeader('The size of references must be 1…4 bytes', 4);
  if (offsetSize < 1 || offsetSize > 8) throw badHeader('The size of offsets must be 1…8 bytes', 5);
  const hasIndex = isGeneric ? (flags & 0x80) !== 0 : true;
  const hasCrc = isGeneric ? (flags & 0x40) !== 0 : magic === indexedChecksumMagic;
  const hasCacheBits = isGeneric && (flags & 0x20) !== 0;
  if ((flags & (isGeneric ? 0x18 : 0xf8)) !== 0) throw badHeader('Unknown flags are set', 4);
  if (hasCacheBits && !hasIndex) throw badHeader('Cache bits need an index', 4);

  const countsEnd = 6 + 3 * refSize + offsetSize;
  if (bytes.length < countsEnd) throw truncated(bytes.length);
  const cellCount = readUint(bytes, 6, refSize);
  const rootCount = readUint(bytes, 6 + refSize, refSize);
  const absentCount = readUint(bytes, 6 + 2 * refSize, refSize);
  const dataSize = readUint(bytes, 6 + 3 * refSize, offsetSize);
  if (cellCount < 1) throw badHeader('A bag has at least one cell', 6);
  if (rootCount < 1) throw badHeader('A bag has at least one root', 6 + refSize);
  if (!isGeneric && rootCount !== 1) throw badHeader('A bag with this magic has exactly one root', 6 + refSize);
  if (absentCount > 0) {
    throw new BocError('boc_absent_cell', 'Bags with absent cells are not accepted', {
      offset: 6 + 2 * refSize,
      absentCount,
    });
  }

  const indexStart = countsEnd + (isGeneric ? rootCount * refSize : 0);
  const dataStart = indexStart + (hasIndex ? cellCount * offsetSize : 0);
  const dataEnd = dataStart + dataSize;
  const end = dataEnd + (hasCrc ? 4 : 0);
  if (dataSize < 2 * cellCount) throw badHeader('There are more cells than the data can hold', 6);
  if (end > bytes.length) throw truncated(bytes.length);
  const roots = isGeneric ? readRoots(bytes, countsEnd, rootCount, refSize, cellCount) : [0];
  return { hasIndex, hasCrc, hasCacheBits, refSize, offsetSize, cellCount, roots, indexStart, dataStart, dataEnd, end };
}

/** A big-endian number of 1…8 bytes. Above 2^53 it is inexact, and larger than any bag: the bounds refuse it. */
function readUint(bytes: Uint8Array, offset: number, size: number): number {
  let value = 0;
  for (let at = offset; at < offset + size; at++) value = value * 256 + bytes[at]!;
  return value;
}

function readRoots(bytes: Uint8Array, start: number, count: number, refSize: number, cellCount: number): number[] {
  const roots: number[] = [];
  for (let index = 0; index < count; index++) {
    const offset = start + index * refSize;
    const root = readUint(bytes, offset, refSize);
    if (root >= cellCount) {
      throw new BocError('boc_bad_root', 'A root lies beyond the cells', { offset, root, cellCount });
    }
    roots.push(root);
  }
  return roots;
}

function badHeader(message: string, offset: number): BocError {
  return new BocError('boc_bad_header', message, { offset });
}

function truncated(offset: number): BocError {
  return new BocError('boc_truncated', 'The bag ends before what its header promises', { offset });
}
