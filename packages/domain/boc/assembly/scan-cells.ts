// Finds and checks the cells of a bag as `src/scan-cells.ts` and `src/link-cells.ts` do, and fills the same table. What
// they refuse is refused here; they say why.

import {
  bitLengths,
  bytes,
  cellCount,
  dataStartOf,
  dataStarts,
  bitLengthOf,
  depthOf,
  depths,
  hashAt,
  hashBytes,
  hashCount,
  hashStartOf,
  hashStarts,
  levelMaskOf,
  levelMasks,
  levelOfHash,
  libraryType,
  merkleProofType,
  merkleUpdateType,
  prunedType,
  refCountOf,
  refCounts,
  refOf,
  refs,
  typeOf,
  types,
} from "./cell-table";

const exoticFlag: u32 = 8;
const storedHashesFlag: u32 = 16;
const refsMax: u32 = 4;
const depthBytes: u32 = 2;

/**
 * One pass over the cell data, from an offset to an offset. An index is checked when `offsetSize` is not 0.
 *
 * @returns how many hashes all cells have together; 0 when something is wrong
 */
export function scanCells(
  dataStart: u32,
  dataEnd: u32,
  refSize: u32,
  indexStart: u32,
  offsetSize: u32,
  hasCacheBits: u32,
): u32 {
  let hashTotal: u32 = 0;
  let at = dataStart;
  const refShift = 32 - (refSize << 3);
  for (let cell: u32 = 0; cell < cellCount; cell++) {
    if (at + 2 > dataEnd) return 0;
    const d1 = <u32>load<u8>(bytes + at);
    const d2 = <u32>load<u8>(bytes + at, 1);
    const mask = d1 >> 5;
    const refCount = d1 & 7;
    if (refCount > refsMax) return 0;
    const start = at + 2 + ((d1 & storedHashesFlag) !== 0 ? hashCount(mask) * (hashBytes + depthBytes) : 0);
    const byteLength = (d2 + 1) >> 1;
    at = start + byteLength;
    if (at + refCount * refSize > dataEnd) return 0;
    let bitLength = byteLength << 3;
    if ((d2 & 1) !== 0) {
      const last = <u32>load<u8>(bytes + at - 1);
      if ((last & 0x7f) === 0) return 0;
      bitLength -= 1 + ctz(last);
    }
    store<u8>(types + cell, <u8>(d1 & exoticFlag));
    store<u8>(refCounts + cell, <u8>refCount);
    store<u8>(levelMasks + cell, <u8>mask);
    store<u16>(bitLengths + (cell << 1), <u16>bitLength);
    store<u32>(dataStarts + (cell << 2), start);
    store<u32>(hashStarts + (cell << 2), hashTotal);
    hashTotal += hashCount(mask);
    let to = refs + (cell << 4);
    for (const end = to + (refCount << 2); to < end; to += 4, at += refSize) {
      const ref = bswap(load<u32>(bytes + at)) >> refShift;
      if (ref <= cell || ref >= cellCount) return 0;
      store<u32>(to, ref);
    }
    if (offsetSize === 0) continue;
    let entry = bswap(load<u64>(bytes + indexStart + cell * offsetSize)) >> (64 - (offsetSize << 3));
    if (hasCacheBits !== 0) entry >>= 1;
    if (entry !== <u64>(at - dataStart)) return 0;
  }
  return at === dataEnd ? hashTotal : 0;
}

/** Completes what was scanned with types and depths, from the last cell to the first; false when something is wrong. */
export function linkCells(depthMax: u32): bool {
  for (let cell = cellCount; cell-- > 0; ) {
    const refCount = refCountOf(cell);
    let mask: u32 = 0;
    let lowest: u32 = 0;
    let highest: u32 = 0;
    for (let position: u32 = 0; position < refCount; position++) {
      const ref = refOf(cell, position);
      const refMask = levelMaskOf(ref);
      const hash = hashStartOf(ref);
      mask |= refMask;
      lowest = max(lowest, depthOf(hash) + 1);
      highest = max(highest, depthOf(hash + (refMask & 1)) + 1);
    }
    const isExotic = typeOf(cell) !== 0;
    if (isExotic) {
      const type = exoticTypeOf(cell);
      if (type === 0) return false;
      store<u8>(types + cell, <u8>type);
      mask = type === prunedType ? load<u8>(bytes + dataStartOf(cell), 1) : mask >> 1;
    }
    if (mask !== levelMaskOf(cell)) return false;
    if (mask > 1 || isExotic) {
      if (!linkLeveledCell(cell, depthMax)) return false;
      continue;
    }
    // An ordinary cell with one hash or two, and so are those of its children.
    if (max(lowest, highest) > depthMax) return false;
    const hash = hashStartOf(cell);
    store<u16>(depths + (hash << 1), <u16>lowest);
    store<u16>(depths + ((hash + mask) << 1), <u16>highest);
  }
  return true;
}

/** The type of an exotic cell; 0 when it has not the shape of one. */
function exoticTypeOf(cell: u32): u32 {
  const bitLength = bitLengthOf(cell);
  const refCount = refCountOf(cell);
  if (bitLength < 16) return 0;
  const type = <u32>load<u8>(bytes + dataStartOf(cell));
  const branch = hashBytes + depthBytes;
  if (type === prunedType) {
    const mask = <u32>load<u8>(bytes + dataStartOf(cell), 1);
    return mask >= 1 && mask <= 7 && refCount === 0 && bitLength === 8 * (2 + popcnt(mask) * branch) ? type : 0;
  }
  if (type === libraryType) return refCount === 0 && bitLength === 8 * (1 + hashBytes) ? type : 0;
  if (type === merkleProofType) return refCount === 1 && bitLength === 8 * (1 + branch) ? type : 0;
  return type === merkleUpdateType && refCount === 2 && bitLength === 8 * (1 + 2 * branch) ? type : 0;
}

function linkLeveledCell(cell: u32, depthMax: u32): bool {
  const mask = levelMaskOf(cell);
  const type = typeOf(cell);
  const first = hashStartOf(cell);
  const last = first + hashCount(mask) - 1;
  if (type === prunedType) {
    // The stored depths stand behind the stored hashes; the branch itself has depth 0.
    let at = bytes + dataStartOf(cell) + 2 + (last - first) * hashBytes;
    for (let hash = first; hash < last; hash++, at += depthBytes) {
      const depth = bswap(load<u16>(at));
      if (<u32>depth > depthMax) return false;
      store<u16>(depths + (hash << 1), depth);
    }
    store<u16>(depths + (last << 1), 0);
    return true;
  }
  const isMerkle = type === merkleProofType || type === merkleUpdateType;
  const refCount = refCountOf(cell);
  for (let hash = first; hash <= last; hash++) {
    const level = levelOfHash(mask, hash - first) + (isMerkle ? 1 : 0);
    let depth: u32 = 0;
    for (let position: u32 = 0; position < refCount; position++) {
      depth = max(depth, depthOf(hashAt(refOf(cell, position), level)) + 1);
    }
    if (depth > depthMax) return false;
    store<u16>(depths + (hash << 1), <u16>depth);
  }
  return !isMerkle || statesDepths(cell, refCount);
}

/** Whether a Merkle cell states the depths that its children have. */
function statesDepths(cell: u32, refCount: u32): bool {
  let at = bytes + dataStartOf(cell) + 1 + refCount * hashBytes;
  for (let position: u32 = 0; position < refCount; position++, at += depthBytes) {
    if (<u32>bswap(load<u16>(at)) !== depthOf(hashAt(refOf(cell, position), 0))) return false;
  }
  return true;
}
