import type { BagHeader } from './bag-header.ts';
import { BocError } from './boc-error.ts';
import { cellRefsMax, depthBytes, hashBytes } from './cell-limits.ts';
import { hashCount } from './level-mask.ts';

/** What one pass over the cell data finds: the shape of every cell, nothing about levels, depths and exotic rules. */
export interface ScannedCells {
  readonly descriptorStart: Uint32Array;
  readonly dataStart: Uint32Array;
  readonly bitLengths: Uint16Array;
  readonly refCounts: Uint8Array;
  readonly refs: Uint32Array;
}

/**
 * Finds every cell of a bag in one pass. Accepts exactly the minimal encodings that the node accepts; stored hashes are
 * passed over and never believed. The arrays are as long as the cell count, which the header proved to be at most half
 * the bytes of data.
 *
 * ```text
 * d1 = references + 8·exotic + 16·stored hashes + 32·level mask,  d2 = ⌊bits / 8⌋ + ⌈bits / 8⌉
 * d1 d2 [hashes, depths] data references
 * ```
 */
export function scanCells(bytes: Uint8Array, header: BagHeader): ScannedCells {
  const { cellCount, dataEnd, refSize } = header;
  const descriptorStart = new Uint32Array(cellCount);
  const dataStart = new Uint32Array(cellCount);
  const bitLengths = new Uint16Array(cellCount);
  const refCounts = new Uint8Array(cellCount);
  const refs = new Uint32Array(cellCount * cellRefsMax);
  let at = header.dataStart;
  for (let cell = 0; cell < cellCount; cell++) {
    if (at + 2 > dataEnd) throw cellBeyondData(cell, at);
    const d1 = bytes[at]!;
    const d2 = bytes[at + 1]!;
    const refCount = d1 & 7;
    if (refCount > cellRefsMax) throw badRefCount(cell, at, d1);
    descriptorStart[cell] = at;
    refCounts[cell] = refCount;
    const start = (d1 & 16) === 0 ? at + 2 : at + 2 + hashCount(d1 >> 5) * (hashBytes + depthBytes);
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
      let ref = bytes[at]!;
      for (let next = at + 1; next < at + refSize; next++) ref = ref * 256 + bytes[next]!;
      if (ref <= cell || ref >= cellCount) throw badReference(cell, ref, cellCount, at);
      refs[position] = ref;
      at += refSize;
    }
    if (header.hasIndex) checkIndexEntry(bytes, header, cell, at);
  }
  if (at !== dataEnd) {
    throw new BocError('boc_bad_header', 'The cells end before the data does', { offset: at, dataEnd });
  }
  return { descriptorStart, dataStart, bitLengths, refCounts, refs };
}

/** Bits of data whose last byte carries the completion bit (a one, then zeros). */
function partialBits(last: number, byteLength: number, cell: number, offset: number): number {
  if ((last & 0x7f) === 0) {
    throw new BocError('boc_bad_cell', 'A cell ends with a needless completion bit, or with none', { offset, cell });
  }
  return byteLength * 8 - 32 + Math.clz32(last & -last);
}

function checkIndexEntry(bytes: Uint8Array, header: BagHeader, cell: number, cellEnd: number): void {
  const offset = header.indexStart + cell * header.offsetSize;
  let entry = 0;
  for (let at = offset; at < offset + header.offsetSize; at++) entry = entry * 256 + bytes[at]!;
  if (header.hasCacheBits) entry = Math.floor(entry / 2);
  if (entry !== cellEnd - header.dataStart) {
    throw new BocError('boc_bad_header', 'The index disagrees with the cells', { offset, cell, entry });
  }
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
