import { ClickHouseHttpError } from '../errors.ts';

/** Reads bytes in the Native format. */
export class NativeReader {
  offset = 0;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.offset >= this.#bytes.length;
  }

  /** Reads a number of variable length. */
  count(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes[this.offset];
      if (byte === undefined) throw endsEarly();
      this.offset += 1;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  }

  skip(length: number): void {
    if (this.offset + length > this.#bytes.length) throw endsEarly();
    this.offset += length;
  }

  take(length: number): Uint8Array {
    const start = this.offset;
    this.skip(length);
    return this.#bytes.subarray(start, this.offset);
  }

  /** Returns the bytes from an offset to the current one. */
  from(start: number): Uint8Array {
    return this.#bytes.subarray(start, this.offset);
  }

  /** Skips this many 64-bit numbers and returns the last one. */
  lastNumber(howMany: number): number {
    this.skip(howMany * 8);
    return howMany === 0 ? 0 : Number(this.#view.getBigUint64(this.offset - 8, true));
  }
}

const endsEarly = (): ClickHouseHttpError =>
  new ClickHouseHttpError('result_format_changed', 'A block of the Native format ends early', {
    status: 500,
    serverCode: 49,
    serverName: 'LOGICAL_ERROR',
  });
