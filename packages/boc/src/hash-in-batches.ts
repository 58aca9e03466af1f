import { cellRefsMax, hashBytes } from './cell-limits.ts';
import type { CellTable } from './cell-table.ts';
import { merkleProofType, merkleUpdateType, ordinaryType, prunedType } from './cell-type.ts';
import { type KernelJob, recordWords, startKernelJob } from './hash-kernel.ts';
import { hashCount, hashIndex, levelOfHash, maskAtLevel } from './level-mask.ts';
import { firstDescriptor, secondDescriptor } from './representation.ts';

/** A representation fills one to five blocks, and a cell has up to four hashes, each built on the one before. */
const blocksMax = 5;
const bucketsPerHeight = blocksMax * 4;

/**
 * Computes the hashes of `cells` with the batch kernel and writes them to `hashes`. Everything below the cells must be
 * among them or known already, and so must the stored hashes of pruned branches be. Returns false, with nothing done,
 * where the kernel cannot be used.
 *
 * Digests are grouped so that those of one group do not need each other and fill the same number of blocks: by height
 * over the leaves, by the number of the hash within its cell, by blocks.
 */
export function hashInBatches(table: CellTable, hashes: Uint8Array, cells: readonly number[]): boolean {
  const part = startPart(table, hashes, cells);
  if (part === undefined) return false;
  const { job } = part;
  const { ends, digests } = groupDigests(table, cells);
  let start = 0;
  for (let bucket = 0; bucket < ends.length; bucket++) {
    const end = ends[bucket]!;
    const blocks = (bucket % blocksMax) + 1;
    while (start < end) {
      const count = Math.min(end - start, job.recordsMax);
      for (let at = 0; at < count; at++) writeRecord(table, part, digests[start + at]!, at * recordWords);
      job.run(count, blocks);
      start += count;
    }
  }
  job.finish();
  return true;
}

/** A kernel job over the part of a bag that begins with one of its cells: whatever that cell needs stands behind it. */
interface PartJob {
  readonly job: KernelJob;
  /** Number of the part's first hash. */
  readonly firstHash: number;
  /** Offset of the part's first byte. */
  readonly firstByte: number;
}

/** The cells of a block's transactions, say, stand together at its end: what is before them need not be copied. */
function startPart(table: CellTable, hashes: Uint8Array, cells: readonly number[]): PartJob | undefined {
  let firstCell = table.cellCount - 1;
  for (const cell of cells) if (cell < firstCell) firstCell = cell;
  const firstHash = table.hashStart[firstCell]!;
  const firstByte = table.dataStart[firstCell]!;
  const job = startKernelJob({
    bytes: table.bytes.subarray(firstByte),
    hashes: hashes.subarray(firstHash * hashBytes),
    depths: table.depths.subarray(firstHash),
  });
  return job === undefined ? undefined : { job, firstHash, firstByte };
}

interface GroupedDigests {
  /** Where each group ends in `digests`. */
  readonly ends: Uint32Array;
  /** 4 · cell + number of the hash within the cell. */
  readonly digests: Uint32Array;
}

/** Sorts the digests of all cells into their groups by counting. */
function groupDigests(table: CellTable, cells: readonly number[]): GroupedDigests {
  let heightMax = 0;
  let digestCount = 0;
  for (const cell of cells) {
    const height = heightOf(table, cell);
    if (height > heightMax) heightMax = height;
    digestCount += table.types[cell] === prunedType ? 1 : hashCount(table.levelMasks[cell]!);
  }
  const ends = new Uint32Array((heightMax + 1) * bucketsPerHeight);
  const digests = new Uint32Array(digestCount);
  for (const cell of cells) {
    const count = hashCount(table.levelMasks[cell]!);
    for (let index = table.types[cell] === prunedType ? count - 1 : 0; index < count; index++) {
      ends[bucketOf(table, cell, index)]!++;
    }
  }
  for (let bucket = 0, sum = 0; bucket < ends.length; bucket++) {
    const size = ends[bucket]!;
    ends[bucket] = sum;
    sum += size;
  }
  for (const cell of cells) {
    const count = hashCount(table.levelMasks[cell]!);
    for (let index = table.types[cell] === prunedType ? count - 1 : 0; index < count; index++) {
      digests[ends[bucketOf(table, cell, index)]!++] = cell * 4 + index;
    }
  }
  return { ends, digests };
}

/** Cells on the longest way down: the depth that belongs to the highest hash. */
function heightOf(table: CellTable, cell: number): number {
  return table.depths[table.hashStart[cell]! + hashCount(table.levelMasks[cell]!) - 1]!;
}

function bucketOf(table: CellTable, cell: number, index: number): number {
  const length = 2 + dataLength(table, cell, index) + table.refCounts[cell]! * (hashBytes + 2);
  const blocks = (length + 72) >> 6;
  return (heightOf(table, cell) * 4 + index) * blocksMax + blocks - 1;
}

/** Bytes that stand for the data: above the lowest level it is the hash of the level below. */
function dataLength(table: CellTable, cell: number, index: number): number {
  return index > 0 && table.types[cell] !== prunedType ? hashBytes : (table.bitLengths[cell]! + 7) >> 3;
}

function writeRecord(table: CellTable, part: PartJob, digest: number, at: number): void {
  const { hashStart, levelMasks, refs } = table;
  const { job, firstHash, firstByte } = part;
  const { records } = job;
  const cell = digest >>> 2;
  const index = digest & 3;
  const mask = levelMasks[cell]!;
  const type = table.types[cell]!;
  const refCount = table.refCounts[cell]!;
  const number = hashStart[cell]! + index - firstHash;
  const refStart = cell * cellRefsMax;
  const level = mask === 0 ? 0 : levelOfHash(mask, index);
  const isMerkle = type === merkleProofType || type === merkleUpdateType;
  const childLevel = isMerkle ? level + 1 : level;
  const d1 = firstDescriptor(refCount, type !== ordinaryType, maskAtLevel(mask, level));
  const d2 = secondDescriptor(table.bitLengths[cell]!);
  const isOverLowerHash = index > 0 && type !== prunedType;
  records[at] = isOverLowerHash
    ? job.hashesAddress + (number - 1) * hashBytes
    : job.bytesAddress + table.dataStart[cell]! - firstByte;
  records[at + 1] = dataLength(table, cell, index) | (refCount << 8) | (d1 << 16) | (d2 << 24);
  records[at + 2] = number;
  for (let position = 0; position < refCount; position++) {
    const child = refs[refStart + position]!;
    records[at + 3 + position] = hashStart[child]! + hashIndex(levelMasks[child]!, childLevel) - firstHash;
  }
}
