import { hashBytes } from './cell-limits.ts';

const firstCapacity = 64;

/** Arrays that grew beyond this are not kept for the next use. */
const keptCapacityMax = 2 ** 16;

/**
 * Finds equal hashes among those added since `begin`. Hashes are named by their offset in one table of hashes; the
 * first one added has index 0, the next 1, and so on. One object serves many uses: a new beginning keeps the arrays.
 */
export class HashIndex {
  #hashes: Uint8Array = new Uint8Array(0);
  /** Open addressing by the first bytes of the hash, which are as good as random: index + 1, or 0 where free. */
  #slots = new Int32Array(firstCapacity * 2);
  #slotMask = firstCapacity * 2 - 1;
  #offsets = new Uint32Array(firstCapacity);
  #count = 0;

  begin(hashes: Uint8Array): void {
    if (this.#offsets.length > keptCapacityMax) {
      this.#offsets = new Uint32Array(firstCapacity);
      this.#slots = new Int32Array(firstCapacity * 2);
    }
    this.#hashes = hashes;
    this.#count = 0;
    this.#slotMask = firstCapacity * 2 - 1;
    this.#slots.fill(0, 0, firstCapacity * 2);
  }

  /** The index of an added hash that equals the one at `offset`; −1 when there is none. */
  find(offset: number): number {
    const slots = this.#slots;
    for (let slot = this.#firstSlot(offset); ; slot = (slot + 1) & this.#slotMask) {
      const index = slots[slot]! - 1;
      if (index < 0 || this.#areEqual(this.#offsets[index]!, offset)) return index;
    }
  }

  /** Adds a hash that `find` did not find. */
  add(offset: number): void {
    if (this.#count * 2 > this.#slotMask) this.#grow();
    if (this.#count === this.#offsets.length) {
      const offsets = new Uint32Array(this.#count * 2);
      offsets.set(this.#offsets);
      this.#offsets = offsets;
    }
    this.#offsets[this.#count] = offset;
    this.#place(this.#count++);
  }

  #place(index: number): void {
    let slot = this.#firstSlot(this.#offsets[index]!);
    while (this.#slots[slot] !== 0) slot = (slot + 1) & this.#slotMask;
    this.#slots[slot] = index + 1;
  }

  #grow(): void {
    const capacity = (this.#slotMask + 1) * 2;
    if (this.#slots.length < capacity) this.#slots = new Int32Array(capacity);
    else this.#slots.fill(0, 0, capacity);
    this.#slotMask = capacity - 1;
    for (let index = 0; index < this.#count; index++) this.#place(index);
  }

  #firstSlot(offset: number): number {
    const hashes = this.#hashes;
    const start =
      hashes[offset]! | (hashes[offset + 1]! << 8) | (hashes[offset + 2]! << 16) | (hashes[offset + 3]! << 24);
    return start & this.#slotMask;
  }

  #areEqual(left: number, right: number): boolean {
    if (left === right) return true;
    const hashes = this.#hashes;
    for (let at = 0; at < hashBytes; at++) if (hashes[left + at] !== hashes[right + at]) return false;
    return true;
  }
}
