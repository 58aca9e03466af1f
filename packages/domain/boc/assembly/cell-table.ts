// The cells of one bag in this memory, in the layout of `src/cell-table.ts`: the caller writes the arrays there, or reads
// them. Addresses are those of cell 0, or of hash 0.

export const prunedType: u32 = 1;
export const libraryType: u32 = 2;
export const merkleProofType: u32 = 3;
export const merkleUpdateType: u32 = 4;

export const hashBytes: u32 = 32;

export let cellCount: u32 = 0;
/** The bag's bytes; 16 more can be read. */
export let bytes: usize = 0;
/** Four words per cell. */
export let refs: usize = 0;
/** Offset of the data in `bytes`. */
export let dataStarts: usize = 0;
/** Number of the cell's first hash. */
export let hashStarts: usize = 0;
export let bitLengths: usize = 0;
export let refCounts: usize = 0;
export let types: usize = 0;
export let levelMasks: usize = 0;
/** Two bytes per hash. */
export let depths: usize = 0;

/** Takes the memory from `start` on for a bag of so many bytes, with those that follow them, and cells. */
export function placeTable(start: usize, byteLength: u32, count: u32): void {
  cellCount = count;
  bytes = start;
  refs = start + ((byteLength + 15) & ~15);
  dataStarts = refs + (count << 4);
  hashStarts = dataStarts + (count << 2);
  bitLengths = hashStarts + (count << 2);
  refCounts = bitLengths + (count << 1);
  types = refCounts + count;
  levelMasks = types + count;
  depths = (levelMasks + count + 1) & ~1;
}

@inline
export function refOf(cell: u32, position: u32): u32 {
  return load<u32>(refs + (<usize>cell << 4) + (<usize>position << 2));
}

@inline
export function dataStartOf(cell: u32): u32 {
  return load<u32>(dataStarts + (<usize>cell << 2));
}

@inline
export function hashStartOf(cell: u32): u32 {
  return load<u32>(hashStarts + (<usize>cell << 2));
}

@inline
export function bitLengthOf(cell: u32): u32 {
  return load<u16>(bitLengths + (<usize>cell << 1));
}

@inline
export function refCountOf(cell: u32): u32 {
  return load<u8>(refCounts + <usize>cell);
}

@inline
export function typeOf(cell: u32): u32 {
  return load<u8>(types + <usize>cell);
}

@inline
export function levelMaskOf(cell: u32): u32 {
  return load<u8>(levelMasks + <usize>cell);
}

/** The depth that belongs to a hash. */
@inline
export function depthOf(hash: u32): u32 {
  return load<u16>(depths + (<usize>hash << 1));
}

/** How many distinct hashes a cell with this mask has. */
@inline
export function hashCount(mask: u32): u32 {
  return popcnt(mask) + 1;
}

/** The number of the hash of a cell at a level. */
@inline
export function hashAt(cell: u32, level: u32): u32 {
  return hashStartOf(cell) + popcnt(levelMaskOf(cell) & ((1 << level) - 1));
}

/** The lowest level whose hash is hash number `index` of a cell with this mask. */
@inline
export function levelOfHash(mask: u32, index: u32): u32 {
  let level: u32 = 0;
  for (let left = mask; index > 0; index--, left &= left - 1) level = ctz(left) + 1;
  return level;
}
