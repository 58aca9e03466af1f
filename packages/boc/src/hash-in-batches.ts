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
      writeRecords(table, part, digests, start, count);
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
  const { types, levelMasks } = table;
  let heightMax = 0;
  let digestCount = 0;
  for (const cell of cells) {
    const height = heightOf(table, cell);
    if (height > heightMax) heightMax = height;
    digestCount += types[cell] === prunedType ? 1 : hashCount(levelMasks[cell]!);
  }
  const ends = new Uint32Array((heightMax + 1) * bucketsPerHeight);
  const unsorted = new Uint32Array(digestCount);
  const buckets = new Uint32Array(digestCount);
  let next = 0;
  for (const cell of cells) {
    const count = hashCount(levelMasks[cell]!);
    for (let index = types[cell] === prunedType ? count - 1 : 0; index < count; index++, next++) {
      const bucket = bucketOf(table, cell, index);
      unsorted[next] = cell * 4 + index;
      buckets[next] = bucket;
      ends[bucket]!++;
    }
  }
  for (let bucket = 0, sum = 0; bucket < ends.length; bucket++) {
    const size = ends[bucket]!;
    ends[bucket] = sum;
    sum += size;
  }
  const digests = new Uint32Array(digestCount);
  for (let at = 0; at < digestCount; at++) digests[ends[buckets[at]!]!++] = unsorted[at]!;
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

/** Describes `count` digests from `start` on to the kernel. */
function writeRecords(table: CellTable, part: PartJob, digests: Uint32Array, start: number, count: number): void {
  const { types, hashStart, levelMasks, refs, refCounts, bitLengths, dataStart } = table;
  const { job, firstHash, firstByte } = part;
  const { records, hashesAddress, bytesAddress } = job;
  for (let next = start, at = 0; next < start + count; next++, at += recordWords) {
    const cell = digests[next]! >>> 2;
    const index = digests[next]! & 3;
    const mask = levelMasks[cell]!;
    const type = types[cell]!;
    const refCount = refCounts[cell]!;
    const number = hashStart[cell]! + index - firstHash;
    const level = levelOfHash(mask, index);
    const d1 = firstDescriptor(refCount, type !== ordinaryType, maskAtLevel(mask, level));
    const d2 = secondDescriptor(bitLengths[cell]!);
    const isOverLowerHash = index > 0 && type !== prunedType;
    records[at] = isOverLowerHash
      ? hashesAddress + (number - 1) * hashBytes
      : bytesAddress + dataStart[cell]! - firstByte;
    records[at + 1] = dataLength(table, cell, index) | (refCount << 8) | (d1 << 16) | (d2 << 24);
    records[at + 2] = number;
    const childLevel = type === merkleProofType || type === merkleUpdateType ? level + 1 : level;
    const refStart = cell * cellRefsMax;
    for (let position = 0; position < refCount; position++) {
      const child = refs[refStart + position]!;
      records[at + 3 + position] = hashStart[child]! + hashIndex(levelMasks[child]!, childLevel) - firstHash;
    }
  }
}
