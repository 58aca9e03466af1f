import { RowSchemaError } from '../row-schema-error.ts';

const initialBytes = 4 * 1024;
/** A larger batch means that a bound is missing elsewhere: the store would refuse to insert it anyway. */
const bytesMax = 1024 * 1024 * 1024;
const mask64 = 0xffffffffffffffffn;
const maximum64 = 0xffffffffffffffffn;
const maximum128 = (1n << 128n) - 1n;
const maximum256 = (1n << 256n) - 1n;

/**
 * Writes values in ClickHouse's RowBinary encoding into one growing buffer.
 *
 * Numbers are little-endian, strings have a LEB128 length, a nullable value has a flag byte before it. A row's bytes
 * are those between the `length` before and after it was written. A bigint that does not fit its type is an error.
 * Numbers (`uint8` … `int32`) are not checked: they come from decoders that read exactly that many bits, and the check
 * would take longer than the write.
 */
export class RowBinaryWriter {
  #buffer: Buffer;
  #view: DataView;
  #capacity: number;
  #length = 0;

  constructor(capacityBytes: number = initialBytes) {
    this.#buffer = Buffer.allocUnsafeSlow(capacityBytes);
    this.#capacity = capacityBytes;
    this.#view = new DataView(this.#buffer.buffer, this.#buffer.byteOffset, this.#buffer.byteLength);
  }

  /** Number of bytes written so far. */
  get length(): number {
    return this.#length;
  }

  /** Returns the written bytes without copying them: valid until the next write or `reset`. */
  bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  /** Returns a part of the written bytes without copying it: valid until the next write or `reset`. */
  slice(from: number, to: number): Uint8Array {
    return this.#buffer.subarray(from, to);
  }

  /** Returns a copy of the written bytes, which later writes do not change. */
  copy(): Uint8Array {
    return Uint8Array.prototype.slice.call(this.#buffer, 0, this.#length);
  }

  /** Removes all bytes and keeps the memory. */
  reset(): void {
    this.#length = 0;
  }

  /** Removes the bytes after `length`, such as those of a row that could not be finished. */
  truncate(length: number): void {
    if (length > this.#length) throw new RangeError(`Cannot truncate ${this.#length} bytes to ${length}`);
    this.#length = length;
  }

  #reserve(count: number): number {
    const at = this.#length;
    const end = at + count;
    if (end > this.#capacity) this.#grow(end);
    this.#length = end;
    return at;
  }

  #grow(needed: number): void {
    if (needed > bytesMax) {
      throw new RowSchemaError(
        'rows_too_large',
        'A batch of rows is larger than one insert may be: insert fewer rows at a time',
        {
          neededBytes: needed,
          bytesMax,
        },
      );
    }
    const larger = Buffer.allocUnsafeSlow(Math.min(bytesMax, Math.max(needed, this.#capacity * 2)));
    larger.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = larger;
    this.#capacity = larger.length;
    this.#view = new DataView(larger.buffer, larger.byteOffset, larger.byteLength);
  }

  uint8(value: number): void {
    const at = this.#reserve(1);
    this.#buffer[at] = value;
  }

  uint16(value: number): void {
    const at = this.#reserve(2);
    this.#view.setUint16(at, value, true);
  }

  uint32(value: number): void {
    const at = this.#reserve(4);
    this.#view.setUint32(at, value, true);
  }

  int8(value: number): void {
    const at = this.#reserve(1);
    this.#buffer[at] = value;
  }

  int32(value: number): void {
    const at = this.#reserve(4);
    this.#view.setInt32(at, value, true);
  }

  bool(value: boolean): void {
    const at = this.#reserve(1);
    this.#buffer[at] = value ? 1 : 0;
  }

  uint64(value: bigint): void {
    if (value < 0n || value > maximum64) throw outOfRange('UInt64', value);
    const at = this.#reserve(8);
    this.#view.setBigUint64(at, value, true);
  }

  int64(value: bigint): void {
    if (BigInt.asIntN(64, value) !== value) throw outOfRange('Int64', value);
    const at = this.#reserve(8);
    this.#view.setBigInt64(at, value, true);
  }

  uint128(value: bigint): void {
    // Nearly every amount of grams fits 64 bits: the general case would allocate two more bigints each time.
    if (value >= 0n && value <= maximum64) {
      const at = this.#reserve(16);
      this.#view.setBigUint64(at, value, true);
      this.#view.setUint32(at + 8, 0, true);
      this.#view.setUint32(at + 12, 0, true);
      return;
    }
    if (value < 0n || value > maximum128) throw outOfRange('UInt128', value);
    const at = this.#reserve(16);
    this.#view.setBigUint64(at, value & mask64, true);
    this.#view.setBigUint64(at + 8, value >> 64n, true);
  }

  uint256(value: bigint): void {
    if (value < 0n || value > maximum256) throw outOfRange('UInt256', value);
    const at = this.#reserve(32);
    this.#view.setBigUint64(at, value & mask64, true);
    this.#view.setBigUint64(at + 8, (value >> 64n) & mask64, true);
    this.#view.setBigUint64(at + 16, (value >> 128n) & mask64, true);
    this.#view.setBigUint64(at + 24, value >> 192n, true);
  }

  /** Writes 32 bytes: a hash, an account address or a seed. */
  bytes32(value: Uint8Array): void {
    if (value.length !== 32) throw outOfRange('FixedString(32)', value.length);
    const at = this.#reserve(32);
    this.#buffer.set(value, at);
  }

  /** Writes exactly `width` bytes. */
  fixedString(value: Uint8Array, width: number): void {
    if (value.length !== width) throw outOfRange(`FixedString(${width})`, value.length);
    const at = this.#reserve(width);
    this.#buffer.set(value, at);
  }

  /** Writes bytes of any length, with the length before them. */
  stringBytes(value: Uint8Array): void {
    this.lengthPrefix(value.length);
    const at = this.#reserve(value.length);
    this.#buffer.set(value, at);
  }

  /** Writes text in UTF-8, with its length before it. */
  string(value: string): void {
    if (value.length === 0) {
      this.uint8(0);
      return;
    }
    const byteLength = Buffer.byteLength(value, 'utf8');
    this.lengthPrefix(byteLength);
    const at = this.#reserve(byteLength);
    this.#buffer.write(value, at, byteLength, 'utf8');
  }

  /** Writes the LEB128 length before a string's bytes or an array's elements. */
  lengthPrefix(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.uint8((rest & 0x7f) | 0x80);
      rest = Math.floor(rest / 128);
    }
    this.uint8(rest);
  }

  nullableUint8(value: number | null): void {
    if (value === null) {
      this.uint8(1);
      return;
    }
    this.uint8(0);
    this.uint8(value);
  }

  nullableBool(value: boolean | null): void {
    this.nullableUint8(value === null ? null : value ? 1 : 0);
  }

  nullableUint32(value: number | null): void {
    if (value === null) {
      this.uint8(1);
      return;
    }
    const at = this.#reserve(5);
    this.#buffer[at] = 0;
    this.#view.setUint32(at + 1, value, true);
  }

  nullableInt32(value: number | null): void {
    if (value === null) {
      this.uint8(1);
      return;
    }
    this.uint8(0);
    this.int32(value);
  }

  nullableUint64(value: bigint | null): void {
    if (value === null) {
      this.uint8(1);
      return;
    }
    this.uint8(0);
    this.uint64(value);
  }

  nullableInt64(value: bigint | null): void {
    if (value === null) {
      this.uint8(1);
      return;
    }
    this.uint8(0);
    this.int64(value);
  }

  nullableUint128(value: bigint | null): void {
    if (value === null) {
      this.uint8(1);
      return;
    }
    this.uint8(0);
    this.uint128(value);
  }

  nullableBytes32(value: Uint8Array | null): void {
    if (value === null) {
      this.uint8(1);
      return;
    }
    this.uint8(0);
    this.bytes32(value);
  }
}

function outOfRange(type: string, value: bigint | number): RowSchemaError {
  return new RowSchemaError('row_value_out_of_range', `A value does not fit its column type ${type}`, {
    type,
    value: typeof value === 'bigint' && (value > maximum256 || value < -maximum256) ? 'huge' : value,
  });
}
