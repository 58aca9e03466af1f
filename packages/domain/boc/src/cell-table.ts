import { cellRefsMax } from './cell-limits.ts';

/**
 * The cells of a bag as flat arrays, indexed by cell number. References always lead to higher numbers, so there is no
 * cycle, and going from the last cell to the first meets every child before its parents.
 */
export interface CellTable {
  /** A number that no other table has. */
  readonly serial: number;
  /** All arrays except the depths, in the order of `tableLayout`, so that they can be copied at once. */
  readonly memory: ArrayBuffer;
  /** The bag's bytes, followed by `readAheadBytes` zero bytes, so that a read of a whole word cannot leave them. */
  readonly bytes: Uint8Array;
  /** The same bytes, to read whole words of. */
  readonly view: DataView;
  readonly cellCount: number;
  /** Byte offset of each cell's data; data of an odd bit length ends with its completion bit, as it is hashed. */
  readonly dataStart: Uint32Array;
  readonly bitLengths: Uint16Array;
  readonly refCounts: Uint8Array;
  /** Four places per cell; only the first `refCounts` of them mean something. */
  readonly refs: Uint32Array;
  /** `ordinaryType`, `prunedType` … */
  readonly types: Uint8Array;
  readonly levelMasks: Uint8Array;
  /** Number of each cell's first hash in `depths` and in the table of hashes; `hashCount(mask)` of them follow. */
  readonly hashStart: Uint32Array;
  /** Depth that belongs to each hash. */
  readonly depths: Uint16Array;
  /** How many hashes all cells have together. */
  readonly hashTotal: number;
}

/** Zero bytes behind the bytes of a bag. */
export const readAheadBytes = 16;

/** Offsets of the arrays in a table's memory, and of its end. `assembly/cell-table.ts` computes the same. */
export interface TableLayout {
  readonly refs: number;
  readonly dataStart: number;
  readonly hashStart: number;
  readonly bitLengths: number;
  readonly refCounts: number;
  readonly types: number;
  readonly levelMasks: number;
  /** Offset of the depths in the kernel's memory. */
  readonly depths: number;
}

/** The layout for a bag of so many bytes, with those behind it, and cells. */
export function tableLayout(byteLength: number, cellCount: number): TableLayout {
  const refs = Math.ceil(byteLength / 16) * 16;
  const dataStart = refs + 16 * cellCount;
  const hashStart = dataStart + 4 * cellCount;
  const bitLengths = hashStart + 4 * cellCount;
  const refCounts = bitLengths + 2 * cellCount;
  const types = refCounts + cellCount;
  const levelMasks = types + cellCount;
  const depths = Math.ceil((levelMasks + cellCount) / 2) * 2;
  return { refs, dataStart, hashStart, bitLengths, refCounts, types, levelMasks, depths };
}

let serialLast = 0;

/** The table over a memory from `start` on, for a bag of so many bytes, with those behind it, and cells. */
export function tableOver(
  memory: ArrayBuffer,
  byteLength: number,
  cellCount: number,
  depths: Uint16Array,
  start = 0,
): CellTable {
  const layout = tableLayout(byteLength, cellCount);
  return {
    serial: ++serialLast,
    memory,
    bytes: new Uint8Array(memory, start, byteLength),
    view: new DataView(memory, start, byteLength),
    cellCount,
    dataStart: new Uint32Array(memory, start + layout.dataStart, cellCount),
    bitLengths: new Uint16Array(memory, start + layout.bitLengths, cellCount),
    refCounts: new Uint8Array(memory, start + layout.refCounts, cellCount),
    refs: new Uint32Array(memory, start + layout.refs, cellCount * cellRefsMax),
    types: new Uint8Array(memory, start + layout.types, cellCount),
    levelMasks: new Uint8Array(memory, start + layout.levelMasks, cellCount),
    hashStart: new Uint32Array(memory, start + layout.hashStart, cellCount),
    depths,
    hashTotal: depths.length,
  };
}
