import type { BagHeader } from './bag-header.ts';
import { BocError } from './boc-error.ts';
import { cellRefsMax, depthBytes, hashBytes } from './cell-limits.ts';
import { type CellTable, readAheadBytes, tableLayout, tableOver } from './cell-table.ts';
import { hashCount } from './level-mask.ts';

const noDepths = new Uint16Array(0);

export const exoticFlag = 8;
const storedHashesFlag = 16;

/**
 * Finds every cell of a bag in one pass. Accepts exactly the minimal encodings that the node accepts; stored hashes are
 * passed over and never believed. The arrays are as long as the cell count, which the header proved to be at most half
 * the bytes of data.
 *
 * In the result levels are as they are written, and may be wrong; types are the flags `exoticFlag` and
 * `storedHashesFlag`, and depths are not there yet: `linkCells` completes it.
 *
 * ```text
 * d1 = references + 8·exotic + 16·stored hashes + 32·level mask,  d2 = ⌊bits / 8⌋ + ⌈bits / 8⌉
 * d1 d2 [hashes, depths] data references
 * ```
 */
export function scanCells(bag: Uint8Array, header: BagHeader): CellTable {
  const { cellCount, dataEnd, refSize, end } = header;
  const byteLength = end + readAheadBytes;
  const memory = new ArrayBuffer(tableLayout(byteLength, cellCount).depths);
  const table = tableOver(memory, byteLength, cellCount, noDepths);
  const { bytes, view, dataStart, bitLengths, refCounts, refs, types, levelMasks, hashStart } = table;
  bytes.set(end === bag.length ? bag : bag.subarray(0, end));
  let hashTotal = 0;
  let at = header.dataStart;
  for (let cell = 0; cell < cellCount; cell++) {
    if (at + 2 > dataEnd) throw cellBeyondData(cell, at);
    const d1 = bytes[at]!;
    const d2 = bytes[at + 1]!;
    const refCount = d1 & 7;
    if (refCount > cellRefsMax) throw badRefCount(cell, at, d1);
    types[cell] = d1 & (exoticFlag | storedHashesFlag);
    refCounts[cell] = refCount;
    levelMasks[cell] = d1 >> 5;
    hashStart[cell] = hashTotal;
    hashTotal += hashCount(d1 >> 5);
    const start = at + 2 + (hasStoredHashes(d1) ? storedHashesLength(d1 >> 5) : 0);
    const byteLength = (d2 + 1) >> 1;
    const dataStop = start + byteLength;
    const stop = dataStop + refCount * refSize;
    if (stop > dataEnd) throw cellBeyondData(cell, at);
    dataStart[cell] = start;
    bitLengths[cell] =
      (d2 & 1) === 0 ? byteLength * 8 : partialBits(bytes[dataStop - 1]!, byteLength, cell, dataStop - 1);
    at = dataStop;
    const refStart = cell * cellRefsMax;
    for (let position = refStart; position < refStart + refCount; position++) {
      const ref = refSize === 2 ? (bytes[at]! << 8) | bytes[at + 1]! : readUint(view, at, refSize);
      if (ref <= cell || ref >= cellCount) throw badReference(cell, ref, cellCount, at);
      refs[position] = ref;
      at += refSize;
    }
    if (header.hasIndex) checkIndexEntry(view, header, cell, at);
  }
  if (at !== dataEnd) {
    throw new BocError('boc_bad_header', 'The cells end before the data does', { offset: at, dataEnd });
  }
  return tableOver(memory, byteLength, cellCount, new Uint16Array(hashTotal));
}

/** Returns the offset of a scanned cell's descriptors. */
export function descriptorStart({ dataStart, levelMasks }: CellTable, cell: number, flags: number): number {
  return dataStart[cell]! - 2 - (hasStoredHashes(flags) ? storedHashesLength(levelMasks[cell]!) : 0);
}

function hasStoredHashes(d1: number): boolean {
  return (d1 & storedHashesFlag) !== 0;
}

function storedHashesLength(mask: number): number {
  return hashCount(mask) * (hashBytes + depthBytes);
}

/** Bits of data whose last byte carries the completion bit (a one, then zeros). */
function partialBits(last: number, byteLength: number, cell: number, offset: number): number {
  if ((last & 0x7f) === 0) {
    throw new BocError('boc_bad_cell', 'A cell ends with a needless completion bit, or with none', { offset, cell });
  }
  return byteLength * 8 - 32 + Math.clz32(last & -last);
}

function checkIndexEntry(view: DataView, header: BagHeader, cell: number, cellEnd: number): void {
  const offset = header.indexStart + cell * header.offsetSize;
  let entry = readUint(view, offset, header.offsetSize);
  if (header.hasCacheBits) entry = Math.floor(entry / 2);
  if (entry !== cellEnd - header.dataStart) {
    throw new BocError('boc_bad_header', 'The index disagrees with the cells', { offset, cell, entry });
  }
}

/** A big-endian number; its last four bytes are read at once, and a bag begins with more than that. */
function readUint(view: DataView, start: number, size: number): number {
  const low = view.getUint32(start + size - 4);
  if (size < 4) return low & ((1 << (size * 8)) - 1);
  let high = 0;
  for (let at = start; at < start + size - 4; at++) high = high * 256 + view.getUint8(at);
  return high * 2 ** 32 + low;
}

function badRefCount(cell: number, offset: number, d1: number): BocError {
  return (d1 & 0x17) === 0x17
    ? new BocError('boc_absent_cell', 'Absent cells are not accepted', { offset, cell })
    : new BocError('boc_bad_cell', 'A cell has more than four references', { offset, cell });
}

function badReference(cell: number, ref: number, cellCount: number, offset: number): BocError {
  const message = ref >= cellCount ? 'A reference leads beyond the cells' : 'A reference does not lead forward';
  return new BocError('boc_bad_reference', message, { offset, cell, ref });
}

function cellBeyondData(cell: number, offset: number): BocError {
  return new BocError('boc_truncated', 'A cell ends beyond the data of the bag', { offset, cell });
}
