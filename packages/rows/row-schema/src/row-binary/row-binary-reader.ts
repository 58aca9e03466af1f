import { RowSchemaError } from '../row-schema-error.ts';

/**
 * Reads values in ClickHouse's RowBinary encoding, as `RowBinaryWriter` writes them. Byte strings are views of the
 * input. Input that ends too early is a `row_binary_truncated` error with the offset.
 */
export class RowBinaryReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get offset(): number {
    return this.#offset;
  }

  get isAtEnd(): boolean {
    return this.#offset >= this.#bytes.length;
  }

  #take(count: number): number {
    const at = this.#offset;
    if (at + count > this.#bytes.length) {
      throw new RowSchemaError('row_binary_truncated', 'RowBinary data ends inside a value', {
        offset: at,
        neededBytes: count,
        availableBytes: this.#bytes.length - at,
      });
    }
    this.#offset = at + count;
    return at;
  }

  uint8(): number {
    return this.#view.getUint8(this.#take(1));
  }

  uint16(): number {
    return this.#view.getUint16(this.#take(2), true);
  }

  uint32(): number {
    return this.#view.getUint32(this.#take(4), true);
  }

  int8(): number {
    return this.#view.getInt8(this.#take(1));
  }

  int32(): number {
    return this.#view.getInt32(this.#take(4), true);
  }

  uint64(): bigint {
    return this.#view.getBigUint64(this.#take(8), true);
  }

  int64(): bigint {
    return this.#view.getBigInt64(this.#take(8), true);
  }

  uint128(): bigint {
    const low = this.uint64();
    const high = this.uint64();
    return high === 0n ? low : (high << 64n) | low;
  }

  uint256(): bigint {
    const low = this.uint128();
    return (this.uint128() << 128n) | low;
  }

  float64(): number {
    return this.#view.getFloat64(this.#take(8), true);
  }

  bool(): boolean {
    return this.uint8() !== 0;
  }

  fixedString(width: number): Uint8Array {
    const at = this.#take(width);
    return this.#bytes.subarray(at, at + width);
  }

  stringBytes(): Uint8Array {
    return this.fixedString(this.lengthPrefix());
  }

  string(): string {
    const bytes = this.stringBytes();
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  }

  /** Reads the LEB128 length before a string or an array. */
  lengthPrefix(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.uint8();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw new RowSchemaError('row_binary_invalid', 'A length in RowBinary data has more than 32 bits', {
      offset: this.#offset,
    });
  }
}
