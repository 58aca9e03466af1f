/** The place of a block in its round, with the number of blocks in the round, as its record states them. */
interface PlaceInRound {
  readonly seqno: number;
  readonly index: number;
  readonly blockCount: number;
}

/**
 * Gathers the blocks of rounds. They may come in any order and repeatedly. Blocks that state different numbers of
 * blocks for their round are kept apart: a false record must not spoil the others.
 */
export interface RoundBuffer<Block> {
  add(place: PlaceInRound, block: Block): void;
  /**
   * Returns the complete variants of a round, one for each stated number of blocks, the largest first: a smaller one
   * can only be a part of it. A variant lists the copies of each block in the order of the places.
   */
  variants(seqno: number): readonly (readonly (readonly Block[])[])[];
  /** All blocks of a round, complete or not. */
  blocks(seqno: number): readonly Block[];
  /** Forgets a round. */
  remove(seqno: number): void;
  /** Forgets single blocks of a round. */
  removeWhere(seqno: number, isRemoved: (block: Block) => boolean): void;
  has(seqno: number): boolean;
  /** Rounds with at least one block, in the order of their arrival. */
  seqnos(): IterableIterator<number>;
  clear(): void;
  readonly size: number;
}

export interface RoundBufferOptions<Block> {
  /** Makes one block of two copies of a place. Absent: all copies are kept. */
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
    removeWhere(seqno, isRemoved) {
      const variants = rounds.get(seqno);
      for (const [blockCount, places] of variants ?? []) {
        for (const [index, copies] of places) {
          const left = copies.filter((block) => !isRemoved(block));
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
