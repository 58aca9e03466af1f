import { BocError } from './boc-error.ts';
import { cellRefsMax, hashBytes } from './cell-limits.ts';
import type { CellTable } from './cell-table.ts';
import { merkleProofType, merkleUpdateType, ordinaryType, prunedType } from './cell-type.ts';
import { hashInBatches, hashTablesInBatches } from './hash-in-batches.ts';
import { hashCount, hashIndex, levelOfHash, maskAtLevel } from './level-mask.ts';
import { firstDescriptor, Representation, secondDescriptor } from './representation.ts';

const representation = new Representation();

/** Fewer cells than this are hashed one by one. */
const batchCellsMin = 16;
/** A batch copies the whole bag into the kernel's memory and must pay for that: bytes of the bag per cell to hash. */
const batchBytesPerCellMax = 4096;

const unknown = 0;
const wanted = 1;
const known = 2;

/** The hashes of a bag's cells. They are computed on first use and kept with the bag. */
export class BagHashes {
  readonly #table: CellTable;
  #hashes: Uint8Array | undefined;
  #buffer: Buffer | undefined;
  /** Per cell: `unknown`, `wanted` while a computation runs, or `known`. */
  readonly #states: Uint8Array;
  /** How many cells are `known`. */
  knownCount = 0;

  constructor(table: CellTable) {
    this.#table = table;
    this.#states = new Uint8Array(table.cellCount);
  }

  /** All hashes, 32 bytes each; those of a cell are right only after `ensure` for it. */
  get bytes(): Uint8Array {
    // Not zeroed: often a small part is all that is computed, and nothing is read before that.
    this.#hashes ??= new Uint8Array(Buffer.allocUnsafeSlow(this.#table.hashTotal * hashBytes).buffer);
    return this.#hashes;
  }

  /** The same memory, for its texts. */
  get buffer(): Buffer {
    this.#buffer ??= Buffer.from(this.bytes.buffer);
    return this.#buffer;
  }

  /** Returns the offset in `bytes` of a cell's hash at a level. */
  offset(cell: number, level: number): number {
    return (this.#table.hashStart[cell]! + hashIndex(this.#table.levelMasks[cell]!, level)) * hashBytes;
  }

  /** Computes the hashes of the given cells and of everything below them. Throws `boc_bad_merkle`. */
  ensure(cells: readonly number[]): void {
    const pending = this.#collect(cells);
    if (pending.length > 0) this.#compute(pending);
  }

  /** As `ensure`, for cells of several bags at once. Throws `boc_bad_merkle` of the first bag that has one. */
  static ensureTogether(asked: readonly { readonly hashes: BagHashes; readonly cells: readonly number[] }[]): void {
    const pendingOf = new Map<BagHashes, number[]>();
    for (const { hashes, cells } of asked) {
      const pending = hashes.#collect(cells);
      const before = pendingOf.get(hashes);
      // A bag may be there twice.
      if (before !== undefined) for (const cell of pending) before.push(cell);
      else if (pending.length > 0) pendingOf.set(hashes, pending);
    }
    const jobs = Array.from(pendingOf, ([hashes, pending]) => ({ hashes, pending }));
    const [first] = jobs;
    if (first === undefined) return;
    // Of one bag alone the kernel may still have the cells.
    if (jobs.length === 1) {
      first.hashes.#compute(first.pending);
      return;
    }
    try {
      for (const { hashes, pending } of jobs) hashes.#copyPrunedHashesOf(pending);
      const isDone = hashTablesInBatches(
        jobs.map(({ hashes, pending }) => ({ table: hashes.#table, hashes: hashes.bytes, cells: pending })),
      );
      for (const { hashes, pending } of jobs) {
        if (isDone) hashes.#accept(pending);
        else hashes.#compute(pending);
      }
    } finally {
      for (const { hashes, pending } of jobs) hashes.#forgetWanted(pending);
    }
  }

  ensureAll(): void {
    const pending: number[] = [];
    for (let cell = this.#table.cellCount - 1; cell >= 0; cell--) {
      if (this.#states[cell] === known) continue;
      this.#states[cell] = wanted;
      pending.push(cell);
    }
    if (pending.length > 0) this.#compute(pending);
  }

  isKnown(cell: number): boolean {
    return this.#states[cell] === known;
  }

  /** The cells under `cells` whose hashes are not known, in no order. */
  #collect(cells: readonly number[]): number[] {
    const { refs, refCounts } = this.#table;
    const states = this.#states;
    const pending: number[] = [];
    for (const cell of cells) {
      if (states[cell] !== unknown) continue;
      states[cell] = wanted;
      pending.push(cell);
    }
    for (let next = 0; next < pending.length; next++) {
      const cell = pending[next]!;
      const refEnd = cell * cellRefsMax + refCounts[cell]!;
      for (let at = cell * cellRefsMax; at < refEnd; at++) {
        const ref = refs[at]!;
        if (states[ref] !== unknown) continue;
        states[ref] = wanted;
        pending.push(ref);
      }
    }
    return pending;
  }

  #compute(pending: readonly number[]): void {
    try {
      if (!this.#computeInBatches(pending)) this.#computeOneByOne(pending);
    } finally {
      this.#forgetWanted(pending);
    }
  }

  #forgetWanted(pending: readonly number[]): void {
    for (const cell of pending) if (this.#states[cell] === wanted) this.#states[cell] = unknown;
  }

  /** Takes over what the kernel computed. */
  #accept(pending: readonly number[]): void {
    const { types } = this.#table;
    for (const cell of pending) {
      if (isMerkleType(types[cell]!)) this.#checkMerkleCell(cell);
    }
    for (const cell of pending) this.#states[cell] = known;
    this.knownCount += pending.length;
  }

  #computeInBatches(pending: readonly number[]): boolean {
    const table = this.#table;
    if (pending.length < batchCellsMin || pending.length * batchBytesPerCellMax < table.bytes.length) return false;
    this.#copyPrunedHashesOf(pending);
    if (!hashInBatches({ table, hashes: this.bytes, cells: pending })) return false;
    this.#accept(pending);
    return true;
  }

  #computeOneByOne(pending: readonly number[]): void {
    // References lead to higher numbers: from the highest down, children come before their parents.
    const ascending = Uint32Array.from(pending).sort();
    for (let at = ascending.length - 1; at >= 0; at--) {
      const cell = ascending[at]!;
      if (this.#table.levelMasks[cell] === 0 && this.#table.types[cell] === ordinaryType) this.#hashPlainCell(cell);
      else this.#hashLeveledCell(cell);
      this.#states[cell] = known;
      this.knownCount++;
    }
  }

  #hashPlainCell(cell: number): void {
    const { bytes, refs, refCounts, hashStart, depths, bitLengths, dataStart } = this.#table;
    const hashes = this.bytes;
    const refStart = cell * cellRefsMax;
    const refEnd = refStart + refCounts[cell]!;
    const bitLength = bitLengths[cell]!;
    representation.begin(refEnd - refStart, secondDescriptor(bitLength));
    representation.addBytes(bytes, dataStart[cell]!, (bitLength + 7) >> 3);
    for (let at = refStart; at < refEnd; at++) representation.addDepth(depths[hashStart[refs[at]!]!]!);
    for (let at = refStart; at < refEnd; at++) {
      representation.addBytes(hashes, hashStart[refs[at]!]! * hashBytes, hashBytes);
    }
    representation.digestInto(hashes, hashStart[cell]! * hashBytes);
  }

  #hashLeveledCell(cell: number): void {
    const table = this.#table;
    const hashes = this.bytes;
    const type = table.types[cell]!;
    const mask = table.levelMasks[cell]!;
    const count = hashCount(mask);
    const first = table.hashStart[cell]!;
    const isMerkle = isMerkleType(type);
    if (isMerkle) this.#checkMerkleCell(cell);
    if (type === prunedType) this.#copyPrunedHashes(cell);
    const refStart = cell * cellRefsMax;
    const refEnd = refStart + table.refCounts[cell]!;
    const bitLength = table.bitLengths[cell]!;
    for (let index = type === prunedType ? count - 1 : 0; index < count; index++) {
      const level = levelOfHash(mask, index);
      const d1 = firstDescriptor(refEnd - refStart, type !== ordinaryType, maskAtLevel(mask, level));
      representation.begin(d1, secondDescriptor(bitLength));
      if (index > 0 && type !== prunedType) {
        representation.addBytes(hashes, (first + index - 1) * hashBytes, hashBytes);
      } else {
        representation.addBytes(table.bytes, table.dataStart[cell]!, (bitLength + 7) >> 3);
      }
      const childLevel = level + (isMerkle ? 1 : 0);
      for (let at = refStart; at < refEnd; at++) {
        representation.addDepth(table.depths[this.offset(table.refs[at]!, childLevel) / hashBytes]!);
      }
      for (let at = refStart; at < refEnd; at++) {
        representation.addBytes(hashes, this.offset(table.refs[at]!, childLevel), hashBytes);
      }
      representation.digestInto(hashes, (first + index) * hashBytes);
    }
  }

  #copyPrunedHashesOf(pending: readonly number[]): void {
    const { types } = this.#table;
    for (const cell of pending) if (types[cell] === prunedType) this.#copyPrunedHashes(cell);
  }

  /** The lower hashes of a pruned branch are those that it states. */
  #copyPrunedHashes(cell: number): void {
    const { bytes, dataStart, levelMasks, hashStart } = this.#table;
    const start = dataStart[cell]! + 2;
    const length = (hashCount(levelMasks[cell]!) - 1) * hashBytes;
    const target = hashStart[cell]! * hashBytes;
    const hashes = this.bytes;
    for (let at = 0; at < length; at++) hashes[target + at] = bytes[start + at]!;
  }

  /** A Merkle cell states the level 0 hash of each child behind its type byte. */
  #checkMerkleCell(cell: number): void {
    const table = this.#table;
    const hashes = this.bytes;
    for (let position = 0; position < table.refCounts[cell]!; position++) {
      const stated = table.dataStart[cell]! + 1 + position * hashBytes;
      const actual = this.offset(table.refs[cell * cellRefsMax + position]!, 0);
      for (let at = 0; at < hashBytes; at++) {
        if (table.bytes[stated + at] === hashes[actual + at]) continue;
        throw new BocError('boc_bad_merkle', 'A Merkle cell states another hash than its child has', {
          offset: stated,
          cell,
          position,
        });
      }
    }
  }
}

function isMerkleType(type: number): boolean {
  return type === merkleProofType || type === merkleUpdateType;
}
