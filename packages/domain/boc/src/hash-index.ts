import { hashBytes } from './cell-limits.ts';

const capacityMin = 64;

/**
 * Numbers the distinct hashes of a table of hashes, in the order in which they are met: 0, 1, 2 … Hashes are named by
 * their offset in the table.
 */
export class HashIndex {
  readonly #hashes: Uint8Array;
  /** Open addressing by the first bytes of the hash, which are as good as random: index + 1, or 0 where free. */
  #slots: Int32Array;
  #offsets: Uint32Array;
  #count = 0;

  /** `expected` hashes have room from the start. */
  constructor(hashes: Uint8Array, expected: number) {
    const capacity = 2 ** Math.ceil(Math.log2(Math.max(expected, capacityMin)));
    this.#hashes = hashes;
    this.#slots = new Int32Array(capacity * 2);
    this.#offsets = new Uint32Array(capacity);
  }

  /** The number of the hash at an offset: a new one when no equal hash was met before. */
  number(offset: number): number {
    const slots = this.#slots;
    const slotMask = slots.length - 1;
    let slot = this.#firstSlot(offset) & slotMask;
    for (; slots[slot] !== 0; slot = (slot + 1) & slotMask) {
      const index = slots[slot]! - 1;
      if (this.#areEqual(this.#offsets[index]!, offset)) return index;
    }
    const added = this.#count++;
    if (added === this.#offsets.length) this.#grow();
    this.#offsets[added] = offset;
    this.#place(added);
    return added;
  }

  #place(index: number): void {
    const slots = this.#slots;
    const slotMask = slots.length - 1;
    let slot = this.#firstSlot(this.#offsets[index]!) & slotMask;
    while (slots[slot] !== 0) slot = (slot + 1) & slotMask;
    slots[slot] = index + 1;
  }

  #grow(): void {
    const offsets = this.#offsets;
    this.#offsets = new Uint32Array(offsets.length * 2);
    this.#offsets.set(offsets);
    this.#slots = new Int32Array(this.#offsets.length * 2);
    for (let index = 0; index < offsets.length; index++) this.#place(index);
  }

  #firstSlot(offset: number): number {
    const hashes = this.#hashes;
    return hashes[offset]! | (hashes[offset + 1]! << 8) | (hashes[offset + 2]! << 16) | (hashes[offset + 3]! << 24);
  }

  #areEqual(left: number, right: number): boolean {
    const hashes = this.#hashes;
    for (let at = 0; at < hashBytes; at++) if (hashes[left + at] !== hashes[right + at]) return false;
    return true;
  }
}
