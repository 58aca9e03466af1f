import { hashBytes } from './cell-limits.ts';
import { sha256Into } from './sha256.ts';

/** Two descriptors, 128 bytes of data, four depths and four hashes. */
const representationBytesMax = 2 + 128 + 4 * (2 + hashBytes);

/**
 * The bytes that are hashed for a cell, put together piece by piece in one buffer that is used again and again:
 * descriptors, data (or the cell's hash of the level below), the children's depths, the children's hashes.
 */
export class Representation {
  readonly #bytes = new Uint8Array(representationBytesMax);
  #length = 0;

  /** Starts with both descriptors. */
  begin(d1: number, d2: number): void {
    this.#bytes[0] = d1;
    this.#bytes[1] = d2;
    this.#length = 2;
  }

  addBytes(from: Uint8Array, start: number, count: number): void {
    const bytes = this.#bytes;
    let length = this.#length;
    for (let at = start; at < start + count; at++) bytes[length++] = from[at]!;
    this.#length = length;
  }

  /** Sets the completion bit behind data that was added without it. */
  completeData(bitLength: number): void {
    if ((bitLength & 7) !== 0) this.#bytes[2 + (bitLength >> 3)]! |= 0x80 >> (bitLength & 7);
  }

  addDepth(depth: number): void {
    this.#bytes[this.#length++] = depth >> 8;
    this.#bytes[this.#length++] = depth & 0xff;
  }

  digestInto(target: Uint8Array, offset: number): void {
    sha256Into(this.#bytes.subarray(0, this.#length), target, offset);
  }
}

/** The first descriptor byte of a cell as it is hashed. */
export function firstDescriptor(refCount: number, isExotic: boolean, mask: number): number {
  return refCount + (isExotic ? 8 : 0) + (mask << 5);
}

/** The second descriptor byte: ⌊bits / 8⌋ + ⌈bits / 8⌉. */
export function secondDescriptor(bitLength: number): number {
  return (bitLength >> 3) + ((bitLength + 7) >> 3);
}
