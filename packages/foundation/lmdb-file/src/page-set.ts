/** A set of page numbers, stored as one bit per page. */
export interface PageSet {
  /** False when the page was already in the set. */
  add(page: number): boolean;
}

export function createPageSet(pageCount: number): PageSet {
  const bits = new Uint8Array(Math.ceil(pageCount / 8));
  return {
    add(page) {
      const mask = 1 << (page & 7);
      const at = Math.floor(page / 8);
      if ((bits[at]! & mask) !== 0) return false;
      bits[at]! |= mask;
      return true;
    },
  };
}
