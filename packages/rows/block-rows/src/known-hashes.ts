const hashBytes = 32;
const firstCapacity = 1024;

/** Larger arrays are released when all hashes are removed. */
const keptCapacityMax = 2 ** 16;

/** A set of hashes. With it, a body that many messages share is written once. */
export interface KnownHashes {
  /** Adds a copy of the hash. Returns true when the set did not have it. */
  add(hash: Uint8Array): boolean;
  readonly size: number;
  /** Removes the hashes that were added after the set had this size. */
  truncate(size: number): void;
}

export function createKnownHashes(): KnownHashes {
  let size = 0;
  /** All hashes in the order in which they were added. */
  let hashes = new Uint8Array(firstCapacity * hashBytes);
  /** Open addressing by the first bytes of the hash, which are as good as random: index + 1, or 0 for a free slot. */
  let slots = new Int32Array(firstCapacity * 2);

  const slotOf = (from: Uint8Array, at: number): number =>
    (from[at]! | (from[at + 1]! << 8) | (from[at + 2]! << 16) | (from[at + 3]! << 24)) & (slots.length - 1);

  const grow = (): void => {
    const larger = new Uint8Array(hashes.length * 2);
    larger.set(hashes);
    hashes = larger;
    slots = new Int32Array(slots.length * 2);
    for (let index = 0; index < size; index++) {
      let slot = slotOf(hashes, index * hashBytes);
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = index + 1;
    }
  };

  return {
    add(hash) {
      if ((size + 1) * hashBytes > hashes.length) grow();
      let slot = slotOf(hash, 0);
      for (; slots[slot] !== 0; slot = (slot + 1) & (slots.length - 1)) {
        if (isAt(hashes, (slots[slot]! - 1) * hashBytes, hash)) return false;
      }
      hashes.set(hash, size * hashBytes);
      size += 1;
      slots[slot] = size;
      return true;
    },
    get size() {
      return size;
    },
    truncate(to) {
      if (to === 0) {
        if (slots.length > keptCapacityMax) {
          hashes = new Uint8Array(firstCapacity * hashBytes);
          slots = new Int32Array(firstCapacity * 2);
        } else if (size > 0) {
          slots.fill(0);
        }
        size = 0;
        return;
      }
      // Newest first: a hash that remains was added earlier, and so never moved on because this slot was taken.
      for (; size > to; size--) {
        let slot = slotOf(hashes, (size - 1) * hashBytes);
        while (slots[slot] !== size) slot = (slot + 1) & (slots.length - 1);
        slots[slot] = 0;
      }
    },
  };
}

function isAt(hashes: Uint8Array, start: number, hash: Uint8Array): boolean {
  for (let at = 0; at < hashBytes; at++) if (hashes[start + at] !== hash[at]) return false;
  return true;
}
