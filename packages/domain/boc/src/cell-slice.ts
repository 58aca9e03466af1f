import type { Bag } from './bag.ts';
import { BocError } from './boc-error.ts';
import { Cell } from './cell.ts';
import { cellBitsMax, cellRefsMax } from './cell-limits.ts';
import { copyBits } from './copy-bits.ts';
import { isLittleEndian } from './little-endian.ts';

/** Two 32-bit halves become one bigint without arithmetic on bigints. */
const word = new BigUint64Array(1);
const halves = new Uint32Array(word.buffer);
const lowHalf = isLittleEndian ? 0 : 1;

/**
 * A cursor over the bits and references of one cell of a bag. Reading past the end throws `cell_underflow`, an
 * impossible width `cell_bad_value`; neither moves it.
 */
export class CellSlice {
  readonly bag: Bag;
  /** Bits read so far, counted from the start of the cell. */
  bitOffset = 0;
  /** References read so far. */
  refOffset = 0;
  /** Sticky: an encoding was met that the canonical writer would not produce. Loaders may set it for their own. */
  sawNonCanonical = false;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  /** Offset of the cell's data in `#bytes`. */
  #start: number;
  #cell: number;
  #bitEnd: number;
  #refEnd: number;

  constructor(bag: Bag, cell: number) {
    bag.countOpening();
    const table = bag.table;
    this.bag = bag;
    this.#cell = cell;
    this.#bytes = table.bytes;
    this.#view = table.view;
    this.#start = table.dataStart[cell]!;
    this.#bitEnd = table.bitLengths[cell]!;
    this.#refEnd = table.refCounts[cell]!;
  }

  get cell(): number {
    return this.#cell;
  }

  get remainingBits(): number {
    return this.#bitEnd - this.bitOffset;
  }

  get remainingRefs(): number {
    return this.#refEnd - this.refOffset;
  }

  get isEmpty(): boolean {
    return this.bitOffset === this.#bitEnd && this.refOffset === this.#refEnd;
  }

  loadBit(): boolean {
    const at = this.bitOffset;
    if (at >= this.#bitEnd) throw this.#refusal(1);
    this.bitOffset = at + 1;
    return (this.#bytes[this.#start + (at >> 3)]! & (0x80 >> (at & 7))) !== 0;
  }

  preloadBit(): boolean {
    const at = this.bitOffset;
    if (at >= this.#bitEnd) throw this.#refusal(1);
    return (this.#bytes[this.#start + (at >> 3)]! & (0x80 >> (at & 7))) !== 0;
  }

  /** An unsigned number of 0…32 bits. */
  loadUint(bits: number): number {
    const value = this.preloadUint(bits);
    this.bitOffset += bits;
    return value;
  }

  /** The next 0…32 bits as an unsigned number, without moving. */
  preloadUint(bits: number): number {
    const at = this.bitOffset;
    if (bits >>> 0 !== bits || bits > 32 || at + bits > this.#bitEnd) throw this.#refusal(bits, 32);
    if (bits === 0) return 0;
    return this.#word(at) >>> (32 - bits);
  }

  /** A two's complement number of 0…32 bits. */
  loadInt(bits: number): number {
    const at = this.bitOffset;
    if (bits >>> 0 !== bits || bits > 32 || at + bits > this.#bitEnd) throw this.#refusal(bits, 32);
    this.bitOffset = at + bits;
    return bits === 0 ? 0 : this.#word(at) >> (32 - bits);
  }

  loadUint64(): bigint {
    const at = this.bitOffset;
    if (at + 64 > this.#bitEnd) throw this.#refusal(64);
    this.bitOffset = at + 64;
    return this.#bigWord(at);
  }

  /** An unsigned number of 0…256 bits. */
  loadUintBig(bits: number): bigint {
    const at = this.bitOffset;
    if (bits >>> 0 !== bits || at + bits > this.#bitEnd) throw this.#refusal(bits);
    this.bitOffset = at + bits;
    return this.#bigUint(at, bits);
  }

  /** A two's complement number of 0…257 bits. */
  loadIntBig(bits: number): bigint {
    return BigInt.asIntN(bits, this.loadUintBig(bits));
  }

  /** Whole bytes at any bit offset, as a copy. */
  loadBytes(count: number): Uint8Array {
    return this.loadBits(count * 8);
  }

  /** Bits, left aligned and zero padded, as a copy. */
  loadBits(count: number): Uint8Array {
    const at = this.bitOffset;
    if (count >>> 0 !== count || at + count > this.#bitEnd) throw this.#refusal(count);
    this.bitOffset = at + count;
    if (((at | count) & 7) === 0) {
      const start = this.#start + (at >> 3);
      return this.#bytes.slice(start, start + (count >> 3));
    }
    const bits = new Uint8Array((count + 7) >> 3);
    copyBits(this.#bytes, this.#start * 8 + at, bits, 0, count);
    return bits;
  }

  /**
   * `VarUInteger n` with n = 2^lengthBits. A value whose top byte is zero is read, but marks `sawNonCanonical`.
   *
   * ```tlb
   * var_uint$_ {n:#} len:(#< n) value:(uint (len * 8)) = VarUInteger n;
   * ```
   */
  loadVarUint(lengthBits: number): bigint {
    const at = this.bitOffset;
    const length = this.preloadUint(lengthBits);
    const start = at + lengthBits;
    if (start + length * 8 > this.#bitEnd) throw this.#refusal(lengthBits + length * 8);
    this.bitOffset = start + length * 8;
    if (length === 0) return 0n;
    if (this.#word(start) >>> 24 === 0) this.sawNonCanonical = true;
    return this.#bigUint(start, length * 8);
  }

  /** `nanograms$_ amount:(VarUInteger 16) = Grams;` */
  loadCoins(): bigint {
    return this.loadVarUint(4);
  }

  /** Skips what `loadVarUint` reads. */
  skipVarUint(lengthBits: number): void {
    const bits = lengthBits + this.preloadUint(lengthBits) * 8;
    if (this.bitOffset + bits > this.#bitEnd) throw this.#refusal(bits);
    this.bitOffset += bits;
  }

  skipCoins(): void {
    this.skipVarUint(4);
  }

  /** Whether the next bits are these bytes. Does not move. */
  startsWith(expected: Uint8Array): boolean {
    const at = this.bitOffset;
    if (at + expected.length * 8 > this.#bitEnd) return false;
    const bytes = this.#bytes;
    const start = this.#start + (at >> 3);
    const shift = 8 - (at & 7);
    for (let index = 0; index < expected.length; index++) {
      const pair = (bytes[start + index]! << 8) | bytes[start + index + 1]!;
      if (((pair >> shift) & 0xff) !== expected[index]) return false;
    }
    return true;
  }

  skipBits(count: number): void {
    if (count >>> 0 !== count || this.bitOffset + count > this.#bitEnd) throw this.#refusal(count);
    this.bitOffset += count;
  }

  skipRefs(count: number): void {
    if (count >>> 0 !== count || this.refOffset + count > this.#refEnd) throw this.#refUnderflow(count);
    this.refOffset += count;
  }

  loadRef(): number {
    const ref = this.preloadRef();
    this.refOffset++;
    return ref;
  }

  /** The cell number of the reference `position` places ahead. */
  preloadRef(position = 0): number {
    const at = this.refOffset + position;
    if (position < 0 || at >= this.#refEnd) throw this.#refUnderflow(position + 1);
    return this.bag.table.refs[this.cell * cellRefsMax + at]!;
  }

  /** A cursor over the next reference, which must be an ordinary cell (`cell_exotic`). */
  loadRefSlice(): CellSlice {
    return this.bag.slice(this.loadRef());
  }

  /** Begins at the start of another cell of the bag, which must be an ordinary one (`cell_exotic`). */
  moveTo(cell: number): void {
    this.bag.countOpening();
    this.bag.ensureOrdinary(cell);
    const table = this.bag.table;
    this.#cell = cell;
    this.#start = table.dataStart[cell]!;
    this.#bitEnd = table.bitLengths[cell]!;
    this.#refEnd = table.refCounts[cell]!;
    this.bitOffset = 0;
    this.refOffset = 0;
    this.sawNonCanonical = false;
  }

  /** A cursor of its own at the same place. */
  clone(): CellSlice {
    const copy = new CellSlice(this.bag, this.cell);
    copy.bitOffset = this.bitOffset;
    copy.refOffset = this.refOffset;
    copy.#bitEnd = this.#bitEnd;
    copy.#refEnd = this.#refEnd;
    copy.sawNonCanonical = this.sawNonCanonical;
    return copy;
  }

  /** Throws `cell_bad_value` when anything is left. */
  ensureEmpty(): void {
    if (this.isEmpty) return;
    throw new BocError('cell_bad_value', 'There is more in a cell than its type has', {
      cell: this.cell,
      remainingBits: this.remainingBits,
      remainingRefs: this.remainingRefs,
    });
  }

  /** Returns the rest as an ordinary cell. */
  toCell(): Cell {
    const bitLength = this.remainingBits;
    const bits = new Uint8Array((bitLength + 7) >> 3);
    copyBits(this.#bytes, this.#start * 8 + this.bitOffset, bits, 0, bitLength);
    const refs: Cell[] = [];
    for (let position = 0; position < this.remainingRefs; position++)
      refs.push(this.bag.toCell(this.preloadRef(position)));
    return new Cell({ bits, bitLength, refs });
  }

  /** Copies the remaining bits to a bit offset of a zeroed array, for writers of this package. */
  copyRemainingBits(target: Uint8Array, targetBit: number): void {
    copyBits(this.#bytes, this.#start * 8 + this.bitOffset, target, targetBit, this.remainingBits);
  }

  /** The 32 bits at a bit offset, signed. Bits beyond the cell have undefined values. */
  #word(bitOffset: number): number {
    const at = this.#start + (bitOffset >> 3);
    const shift = bitOffset & 7;
    return (this.#view.getInt32(at) << shift) | (this.#bytes[at + 4]! >> (8 - shift));
  }

  #bigWord(bitOffset: number): bigint {
    halves[lowHalf] = this.#word(bitOffset + 32);
    halves[1 - lowHalf] = this.#word(bitOffset);
    return word[0]!;
  }

  #bigUint(bitOffset: number, bits: number): bigint {
    if (bits <= 32) return bits === 0 ? 0n : BigInt(this.#word(bitOffset) >>> (32 - bits));
    if (bits <= 64) {
      halves[lowHalf] = this.#word(bitOffset + bits - 32);
      halves[1 - lowHalf] = this.#word(bitOffset) >>> (64 - bits);
      return word[0]!;
    }
    const head = bits & 63;
    let value = head === 0 ? 0n : this.#bigUint(bitOffset, head);
    for (let at = bitOffset + head; at < bitOffset + bits; at += 64) value = (value << 64n) | this.#bigWord(at);
    return value;
  }

  #refusal(bits: number, bitsMax: number = cellBitsMax): BocError {
    const fields = { cell: this.cell, bitOffset: this.bitOffset, bits, remainingBits: this.remainingBits };
    return bits >>> 0 === bits && bits <= bitsMax
      ? new BocError('cell_underflow', 'A cell ends before the value that is read from it', fields)
      : new BocError('cell_bad_value', 'A value cannot have this width', fields);
  }

  #refUnderflow(count: number): BocError {
    return new BocError('cell_underflow', 'A cell has fewer references than are read from it', {
      cell: this.cell,
      refOffset: this.refOffset,
      count,
      remainingRefs: this.remainingRefs,
    });
  }
}
