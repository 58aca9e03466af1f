import { BocError } from './boc-error.ts';
import { cellRefsMax, depthBytes, hashBytes } from './cell-limits.ts';
import type { CellTable } from './cell-table.ts';
import { libraryType, merkleProofType, merkleUpdateType, prunedType } from './cell-type.ts';
import { exoticTypeOf } from './exotic-type.ts';
import { viewOf } from './flat-cells.ts';
import { hashCount, hashIndex, levelOfHash } from './level-mask.ts';
import { descriptorStart, exoticFlag, type ScannedCells } from './scan-cells.ts';

/**
 * Completes the table of a scanned bag: cell types and depths, from the last cell to the first. Checks that every
 * written level mask is the true one, and the rules of exotic cells that need no hashing; that a Merkle cell carries
 * the hash of its child is checked when that hash is computed.
 */
export function linkCells(bytes: Uint8Array, scanned: ScannedCells, depthMax: number): CellTable {
  const { flags, dataStart, bitLengths, refCounts, refs, levelMasks, hashStart, hashTotal } = scanned;
  const cellCount = refCounts.length;
  const types = new Uint8Array(cellCount);
  const depths = new Uint16Array(hashTotal);
  const table: CellTable = {
    bytes,
    view: viewOf(bytes),
    cellCount,
    dataStart,
    bitLengths,
    refCounts,
    refs,
    types,
    levelMasks,
    hashStart,
    depths,
    hashTotal,
  };
  for (let cell = cellCount - 1; cell >= 0; cell--) {
    const refStart = cell * cellRefsMax;
    const refEnd = refStart + refCounts[cell]!;
    let mask = 0;
    let depth = 0;
    for (let at = refStart; at < refEnd; at++) {
      const ref = refs[at]!;
      mask |= levelMasks[ref]!;
      const below = depths[hashStart[ref]!]! + 1;
      if (below > depth) depth = below;
    }
    const isExotic = (flags[cell]! & exoticFlag) !== 0;
    if (isExotic) {
      types[cell] = exoticTypeOf({
        bytes,
        start: dataStart[cell]!,
        bitLength: bitLengths[cell]!,
        refCount: refCounts[cell]!,
      });
      mask = exoticMask(table, cell, mask);
    }
    if (mask !== levelMasks[cell]) throw badLevelMask(scanned, cell, mask);
    if (mask !== 0 || isExotic) {
      linkLeveledCell(table, cell, depthMax);
      continue;
    }
    // An ordinary cell without levels: its children have one hash each, too.
    if (depth > depthMax) throw tooDeep(table, cell, depthMax);
    depths[hashStart[cell]!] = depth;
  }
  return table;
}

/** The level mask of an exotic cell, given what its children have together. */
function exoticMask({ bytes, types, dataStart }: CellTable, cell: number, childMask: number): number {
  if (types[cell] === prunedType) return bytes[dataStart[cell]! + 1]!;
  return types[cell] === libraryType ? childMask : childMask >> 1;
}

function badLevelMask(scanned: ScannedCells, cell: number, mask: number): BocError {
  const offset = descriptorStart(scanned, cell);
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
