/** Where a block stands in its round, as its record says: how many blocks the round has is part of it. */
export interface PlaceInRound {
  readonly seqno: number;
  readonly index: number;
  readonly blockCount: number;
}

/**
 * Gathers the blocks of rounds, in any order and any number of times. Blocks that differ in how many their round has
 * are kept apart: one that lies must not undo the others.
 */
export interface RoundBuffer<Block> {
  add(place: PlaceInRound, block: Block): void;
  /**
   * For each number of blocks that the round is said to have, where there is one for every place: the copies of each,
   * in the order of the places. The one with most blocks comes first: fewer can only be a part of it.
   */
  variants(seqno: number): readonly (readonly (readonly Block[])[])[];
  /** All blocks of a round that are held, complete or not. */
  blocks(seqno: number): readonly Block[];
  /** Forgets a round. */
  remove(seqno: number): void;
  /** Forgets single blocks of a round. */
  removeWhere(seqno: number, isGone: (block: Block) => boolean): void;
  has(seqno: number): boolean;
  /** Rounds of which something is held, in the order in which they came. */
  seqnos(): IterableIterator<number>;
  clear(): void;
  readonly size: number;
}

export interface RoundBufferOptions<Block> {
  /** Of two copies of one place, what is kept; absent: all copies are. */
  readonly merge?: (earlier: Block, later: Block) => Block;
}

export function createRoundBuffer<Block>({ merge }: RoundBufferOptions<Block> = {}): RoundBuffer<Block> {
  /** Seqno → number of blocks → place → copies. */
  const rounds = new Map<number, Map<number, Map<number, Block[]>>>();
  const inner = <Key, Value>(map: Map<Key, Map<number, Value>>, key: Key): Map<number, Value> => {
    const found = map.get(key) ?? new Map<number, Value>();
    map.set(key, found);
    return found;
  };
  const blocks = (seqno: number): readonly Block[] =>
    [...(rounds.get(seqno)?.values() ?? [])].flatMap((variant) => [...variant.values()].flat());
  return {
    add({ seqno, index, blockCount }, block) {
      const places = inner(inner(rounds, seqno) as Map<number, Map<number, Block[]>>, blockCount);
      const copies = places.get(index) ?? [];
      const [earlier] = copies;
      if (merge !== undefined && earlier !== undefined) places.set(index, [merge(earlier, block)]);
      else places.set(index, [...copies, block]);
    },
    variants: (seqno) =>
      [...(rounds.get(seqno) ?? [])]
        .filter(([blockCount, places]) => places.size === blockCount)
        .toSorted(([one], [other]) => other - one)
        .map(([, places]) => [...places].toSorted(([one], [other]) => one - other).map(([, copies]) => copies)),
    blocks,
    remove: (seqno) => void rounds.delete(seqno),
    removeWhere(seqno, isGone) {
      const variants = rounds.get(seqno);
      for (const [blockCount, places] of variants ?? []) {
        for (const [index, copies] of places) {
          const left = copies.filter((block) => !isGone(block));
          if (left.length === 0) places.delete(index);
          else places.set(index, left);
        }
        if (places.size === 0) variants!.delete(blockCount);
      }
      if (variants?.size === 0) rounds.delete(seqno);
    },
    has: (seqno) => rounds.has(seqno),
    seqnos: () => rounds.keys(),
    clear: () => rounds.clear(),
    get size() {
      return rounds.size;
    },
  };
}
