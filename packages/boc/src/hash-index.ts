import { hashBytes } from './cell-limits.ts';

/** Finds equal hashes among those added since the last `clear`. */
export class HashIndex {
  #byHash = new Map<string, number>();

  clear(): void {
    if (this.#byHash.size > 0) this.#byHash = new Map();
  }

  /** The index that was added with this hash; −1 when there is none. */
  find(hash: Uint8Array): number {
    return this.#byHash.get(hashKey(hash)) ?? -1;
  }

  add(hash: Uint8Array, index: number): void {
    this.#byHash.set(hashKey(hash), index);
  }
}

/** A hash as the key of a map. */
export function hashKey(hash: Uint8Array): string {
  return Buffer.from(hash.buffer, hash.byteOffset, hashBytes).toString('latin1');
}
