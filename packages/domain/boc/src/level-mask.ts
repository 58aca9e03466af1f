/**
 * Level masks: bit i − 1 is set when a cell has a hash of its own at level i. Below its lowest set bit all levels share
 * hash 0, so a cell stores `hashCount` hashes and level `l` reads hash number `hashIndex`.
 */

/** The highest level there is. */
export const levelMax = 3;

const bitCounts = Uint8Array.of(0, 1, 1, 2, 1, 2, 2, 3);

/** The part of a mask that matters at a level. */
export function maskAtLevel(mask: number, level: number): number {
  return mask & ((1 << level) - 1);
}

/** Which of a cell's distinct hashes is the one of a level. */
export function hashIndex(mask: number, level: number): number {
  return bitCounts[mask & ((1 << level) - 1) & 7]!;
}

/** How many distinct hashes a cell with this mask has: 1…4. */
export function hashCount(mask: number): number {
  return bitCounts[mask & 7]! + 1;
}

/** The level of a cell: the position of the highest set bit of its mask, 0…3. */
export function levelOf(mask: number): number {
  return 32 - Math.clz32(mask);
}

/** The lowest level whose hash is hash number `index` of a cell with this mask. */
export function levelOfHash(mask: number, index: number): number {
  return hashLevels[(mask & 7) * 4 + index]!;
}

/** `levelOfHash` by 4 · mask + index. */
const hashLevels = Uint8Array.from({ length: 8 * 4 }, (_, at) => {
  const mask = at >> 2;
  let level = 0;
  while (level < levelMax && hashIndex(mask, level) < (at & 3)) level++;
  return level;
});
