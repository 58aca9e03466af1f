/**
 * The cells of a bag as flat arrays, indexed by cell number. References always lead to higher numbers, so there is no
 * cycle, and going from the last cell to the first meets every child before its parents.
 */
export interface CellTable {
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
