/** A number from 0 to below 1; a seeded one makes a run that can be repeated. */
export type Random = () => number;

/** Chance that can be repeated: mulberry32. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** From 0 to below `end`. */
export function integerBelow(random: Random, end: number): number {
  return Math.floor(random() * end);
}

export function oneOf<Item>(random: Random, items: readonly Item[]): Item {
  return items[integerBelow(random, items.length)]!;
}

export function shuffled<Item>(random: Random, items: readonly Item[]): Item[] {
  const left = [...items];
  return items.map(() => left.splice(integerBelow(random, left.length), 1)[0]!);
}
