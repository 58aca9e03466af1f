import { BocError } from './boc-error.ts';
import { Cell } from './cell.ts';
import { cellBitsMax, cellRefsMax } from './cell-limits.ts';
import type { CellSlice } from './cell-slice.ts';
import type { CellType } from './cell-type.ts';
import { copyBits } from './copy-bits.ts';

/** The most bytes in a cell. */
const bufferBytes = 128;

/** Buffers of ended builders, all zero. They are kept, because allocating arrays of this size is slow. */
const spareBuffers: Uint8Array[] = [];
const spareBuffersMax = 64;

/**
 * Writes one cell. Every `store…` returns the builder, throws `cell_overflow` when the cell is full and
 * `cell_bad_value` when a number does not fit into its bits; a call that throws stores nothing.
 */
export class CellBuilder {
  #bytes: Uint8Array = spareBuffers.pop() ?? new Uint8Array(bufferBytes);
  /** The buffer was given back; `#bytes` are those of the cell written last. */
  #hasEnded = false;
  #bitLength = 0;
  readonly #refs: Cell[] = [];

  get bitLength(): number {
    return this.#bitLength;
  }

  get refCount(): number {
    return this.#refs.length;
  }

  storeBit(bit: boolean | number): this {
    if (bit !== true && bit !== false && bit !== 0 && bit !== 1) {
      throw new BocError('cell_bad_value', 'A bit is 0 or 1', { value: bit });
    }
    this.#ensureBits(1);
    if (bit === true || bit === 1) this.#bytes[this.#bitLength >> 3]! |= 0x80 >> (this.#bitLength & 7);
    this.#bitLength++;
    return this;
  }

  /** An unsigned number of 0…1,023 bits. */
  storeUint(value: number | bigint, bits: number): this {
    const fits =
      typeof value === 'number'
        ? Number.isInteger(value) && value >= 0 && value < 2 ** bits
        : value >= 0n && value >> BigInt(bits) === 0n;
    if (!fits) throw badNumber(value, bits, 'unsigned');
    this.#ensureBits(bits);
    if (typeof value === 'number') this.#appendNumber(value, bits);
    else this.#appendBigint(value, bits);
    return this;
  }

  /** A two's complement number of 1…1,023 bits. */
  storeInt(value: number | bigint, bits: number): this {
    if (typeof value === 'number' && !Number.isInteger(value)) throw badNumber(value, bits, 'signed');
    const wide = BigInt(value);
    if (BigInt.asIntN(bits, wide) !== wide) throw badNumber(value, bits, 'signed');
    this.#ensureBits(bits);
    this.#appendBigint(BigInt.asUintN(bits, wide), bits);
    return this;
  }

  storeBytes(bytes: Uint8Array): this {
    return this.storeBits(bytes, bytes.length * 8);
  }

  /** The first `count` bits of a left aligned array. */
  storeBits(bits: Uint8Array, count: number): this {
    if (count < 0 || count > bits.length * 8) {
      throw new BocError('cell_underflow', 'There are fewer bits than are to be stored', {
        count,
        available: bits.length * 8,
      });
    }
    this.#ensureBits(count);
    copyBits(bits, 0, this.#bytes, this.#bitLength, count);
    this.#bitLength += count;
    return this;
  }

  /** `VarUInteger n` with n = 2^lengthBits, in as few bytes as the value needs. */
  storeVarUint(value: bigint, lengthBits: number): this {
    if (value < 0n) throw badNumber(value, lengthBits, 'unsigned');
    const byteLength = value === 0n ? 0 : (value.toString(16).length + 1) >> 1;
    if (byteLength >= 2 ** lengthBits) throw badNumber(value, (2 ** lengthBits - 1) * 8, 'unsigned');
    this.#ensureBits(lengthBits + byteLength * 8);
    return this.storeUint(byteLength, lengthBits).storeUint(value, byteLength * 8);
  }

  /** `Grams`: `VarUInteger 16`. */
  storeCoins(value: bigint): this {
    return this.storeVarUint(value, 4);
  }

  storeRef(cell: Cell): this {
    this.#ensureRefs(1);
    this.#refs.push(cell);
    return this;
  }

  /** The bits and references of another builder. */
  storeBuilder(builder: CellBuilder): this {
    return this.#append(builder.#bytes, builder.#bitLength, builder.#refs);
  }

  /** The bits and references of a cell, in place; of an exotic cell its bare content. */
  storeCell(cell: Cell): this {
    return this.#append(cell.bits, cell.bitLength, cell.refs);
  }

  /** Stores the rest of a slice: bits and references. Does not move the slice. */
  storeSlice(slice: CellSlice): this {
    const refs: Cell[] = [];
    for (let position = 0; position < slice.remainingRefs; position++)
      refs.push(slice.bag.toCell(slice.preloadRef(position)));
    this.#ensureBits(slice.remainingBits);
    this.#ensureRefs(refs.length);
    slice.copyRemainingBits(this.#bytes, this.#bitLength);
    this.#bitLength += slice.remainingBits;
    this.#refs.push(...refs);
    return this;
  }

  /** The ordinary cell written so far; the builder can go on. */
  endCell(): Cell {
    return this.#end('ordinary');
  }

  /** The same as an exotic cell: its first byte is the type, and the rules of the type are checked. */
  endExotic(type: CellType): Cell {
    return this.#end(type);
  }

  #end(type: CellType): Cell {
    if (this.#hasEnded) this.#reopen();
    const length = (this.#bitLength + 7) >> 3;
    const bits = this.#bytes.slice(0, length);
    if (spareBuffers.length < spareBuffersMax) spareBuffers.push(this.#bytes.fill(0, 0, length));
    this.#bytes = bits;
    this.#hasEnded = true;
    return new Cell({ bits, bitLength: this.#bitLength, refs: [...this.#refs], type });
  }

  #append(bits: Uint8Array, count: number, refs: readonly Cell[]): this {
    this.#ensureBits(count);
    this.#ensureRefs(refs.length);
    // Another builder's references can be this builder's own.
    const added = [...refs];
    copyBits(bits, 0, this.#bytes, this.#bitLength, count);
    this.#bitLength += count;
    this.#refs.push(...added);
    return this;
  }

  /** Goes on behind a cell that was written: its bytes stay as they are. */
  #reopen(): void {
    const bytes = spareBuffers.pop() ?? new Uint8Array(bufferBytes);
    bytes.set(this.#bytes);
    this.#bytes = bytes;
    this.#hasEnded = false;
  }

  #ensureBits(count: number): void {
    if (this.#hasEnded) this.#reopen();
    if (count >= 0 && this.#bitLength + count <= cellBitsMax) return;
    throw new BocError('cell_overflow', 'A cell holds at most 1,023 bits', {
      bitLength: this.#bitLength,
      added: count,
    });
  }

  #ensureRefs(count: number): void {
    if (this.#refs.length + count <= cellRefsMax) return;
    throw new BocError('cell_overflow', 'A cell holds at most four references', {
      refCount: this.refCount,
      added: count,
    });
  }

  #appendNumber(value: number, bits: number): void {
    if (bits > 32) {
      this.#appendNumber(Math.floor(value / 2 ** 32), bits - 32);
      this.#appendNumber(value % 2 ** 32, 32);
      return;
    }
    const bytes = this.#bytes;
    let at = this.#bitLength;
    let left = bits;
    while (left > 0) {
      const room = 8 - (at & 7);
      const take = room < left ? room : left;
      left -= take;
      bytes[at >> 3]! |= ((value >>> left) & ((1 << take) - 1)) << (room - take);
      at += take;
    }
    this.#bitLength = at;
  }

  #appendBigint(value: bigint, bits: number): void {
    const head = bits & 31;
    let left = bits - head;
    if (head > 0) this.#appendNumber(Number(value >> BigInt(left)), head);
    while (left > 0) {
      left -= 32;
      this.#appendNumber(Number(BigInt.asUintN(32, value >> BigInt(left))), 32);
    }
  }
}

function badNumber(value: number | bigint, bits: number, sign: string): BocError {
  return new BocError('cell_bad_value', 'A number does not fit into its bits', { value, bits, sign });
}
