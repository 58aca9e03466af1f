import { BocError } from './boc-error.ts';
import { cellRefsMax, depthBytes, hashBytes } from './cell-limits.ts';
import type { CellTable } from './cell-table.ts';
import { libraryType, merkleProofType, merkleUpdateType, ordinaryType, prunedType } from './cell-type.ts';
import { exoticTypeOf } from './exotic-type.ts';
import { hashCount, hashIndex, levelOfHash } from './level-mask.ts';
import { descriptorStart, exoticFlag } from './scan-cells.ts';

/**
 * Completes the table of a scanned bag: cell types and depths, from the last cell to the first. Checks that every
 * written level mask is the true one, and the rules of exotic cells that need no hashing; that a Merkle cell carries
 * the hash of its child is checked when that hash is computed.
 */
export function linkCells(table: CellTable, depthMax: number): CellTable {
  const { bytes, cellCount, dataStart, bitLengths, refCounts, refs, types, levelMasks, hashStart, depths } = table;
  for (let cell = cellCount - 1; cell >= 0; cell--) {
    const refEnd = cell * cellRefsMax + refCounts[cell]!;
    let mask = 0;
    let lowest = 0;
    let highest = 0;
    for (let at = cell * cellRefsMax; at < refEnd; at++) {
      const ref = refs[at]!;
      const refMask = levelMasks[ref]!;
      const first = hashStart[ref]!;
      mask |= refMask;
      lowest = Math.max(lowest, depths[first]! + 1);
      highest = Math.max(highest, depths[first + (refMask & 1)]! + 1);
    }
    const flags = types[cell]!;
    const isExotic = (flags & exoticFlag) !== 0;
    types[cell] = ordinaryType;
    if (isExotic) {
      types[cell] = exoticTypeOf({
        bytes,
        start: dataStart[cell]!,
        bitLength: bitLengths[cell]!,
        refCount: refCounts[cell]!,
      });
      mask = exoticMask(table, cell, mask);
    }
    if (mask !== levelMasks[cell]) throw badLevelMask(table, cell, mask, flags);
    if (mask > 1 || isExotic) {
      linkLeveledCell(table, cell, depthMax);
      continue;
    }
    // An ordinary cell with one hash or two, and so are those of its children.
    if (highest > depthMax || lowest > depthMax) throw tooDeep(table, cell, depthMax);
    const first = hashStart[cell]!;
    depths[first] = lowest;
    depths[first + mask] = highest;
  }
  return table;
}

/** The level mask of an exotic cell, from the union of its children's masks. */
function exoticMask({ bytes, types, dataStart }: CellTable, cell: number, childMask: number): number {
  if (types[cell] === prunedType) return bytes[dataStart[cell]! + 1]!;
  return types[cell] === libraryType ? childMask : childMask >> 1;
}

function badLevelMask(table: CellTable, cell: number, mask: number, flags: number): BocError {
  const offset = descriptorStart(table, cell, flags);
  return new BocError('boc_bad_cell', 'The level mask of a cell is not the one that follows from its content', {
    offset,
    cell,
    mask,
  });
}

function linkLeveledCell(table: CellTable, cell: number, depthMax: number): void {
  const { depths } = table;
  const mask = table.levelMasks[cell]!;
  const first = table.hashStart[cell]!;
  const type = table.types[cell]!;
  const last = first + hashCount(mask) - 1;
  if (type === prunedType) {
    // The stored depths stand behind the stored hashes; the branch itself has depth 0.
    let at = table.dataStart[cell]! + 2 + (last - first) * hashBytes;
    for (let hash = first; hash < last; hash++, at += depthBytes) {
      depths[hash] = (table.bytes[at]! << 8) | table.bytes[at + 1]!;
      if (depths[hash]! > depthMax) throw tooDeep(table, cell, depthMax);
    }
    return;
  }
  const isMerkle = type === merkleProofType || type === merkleUpdateType;
  for (let hash = first; hash <= last; hash++) {
    const level = levelOfHash(mask, hash - first) + (isMerkle ? 1 : 0);
    let depth = 0;
    for (let position = 0; position < table.refCounts[cell]!; position++) {
      const below = depthAt(table, table.refs[cell * cellRefsMax + position]!, level) + 1;
      if (below > depth) depth = below;
    }
    if (depth > depthMax) throw tooDeep(table, cell, depthMax);
    depths[hash] = depth;
  }
  if (isMerkle) checkMerkleDepths(table, cell);
}

/** The depth of a cell at a level 0…4. */
function depthAt(table: CellTable, cell: number, level: number): number {
  return table.depths[table.hashStart[cell]! + hashIndex(table.levelMasks[cell]!, level)]!;
}

function checkMerkleDepths(table: CellTable, cell: number): void {
  const { bytes, refs } = table;
  const count = table.refCounts[cell]!;
  const start = table.dataStart[cell]! + 1 + count * hashBytes;
  for (let position = 0; position < count; position++) {
    const offset = start + position * depthBytes;
    const stored = (bytes[offset]! << 8) | bytes[offset + 1]!;
    if (stored !== depthAt(table, refs[cell * cellRefsMax + position]!, 0)) {
      throw new BocError('boc_bad_merkle', 'A Merkle cell states another depth than its child has', { offset, cell });
    }
  }
}

function tooDeep(table: CellTable, cell: number, depthMax: number): BocError {
  const offset = table.dataStart[cell]!;
  return new BocError('boc_too_deep', 'A cell has more cells below it in one line than is allowed', {
    offset,
    cell,
    depthMax,
  });
}
