import type { Block } from './block.ts';
import type { BlockType } from './block-type.ts';
import type { Matcher } from './matcher.ts';

/** The places of matchers in their list, by what the block must be that they begin with. */
interface MatcherIndex {
  readonly byOpcode: ReadonlyMap<number, readonly number[]>;
  readonly byType: ReadonlyMap<BlockType, readonly number[]>;
  /** Those that begin with any block. */
  readonly others: readonly number[];
}

const indexes = new WeakMap<readonly Matcher[], MatcherIndex>();

/**
 * Those matchers of a list which can match a block of a tree, so that the others, which are nearly all, need not walk
 * it.
 */
export class PossibleMatchers {
  readonly #index: MatcherIndex;
  /**
   * A bit at the place of each. V8 keeps only arrays of up to 64 bytes in its heap, and making any other takes longer
   * than all marks.
   */
  readonly #possible: Uint32Array;

  constructor(matchers: readonly Matcher[]) {
    let index = indexes.get(matchers);
    if (index === undefined) {
      index = indexOf(matchers);
      indexes.set(matchers, index);
    }
    this.#index = index;
    this.#possible = new Uint32Array((matchers.length + 31) >> 5);
    this.#mark(index.others);
  }

  has(place: number): boolean {
    return ((this.#possible[place >> 5]! >>> (place & 31)) & 1) === 1;
  }

  /** Adds the matchers that can begin with a block of this type. */
  addType(type: BlockType): void {
    this.#mark(this.#index.byType.get(type));
  }

  /** Adds the matchers that can begin with a block as it is before any matcher ran. */
  addLeaf(block: Block): void {
    this.addType(block.type);
    const { opcode } = block;
    if (opcode !== null) this.#mark(this.#index.byOpcode.get(opcode));
  }

  #mark(places: readonly number[] = []): void {
    for (const place of places) this.#possible[place >> 5]! |= 1 << (place & 31);
  }
}

function indexOf(matchers: readonly Matcher[]): MatcherIndex {
  const byOpcode = new Map<number, number[]>();
  const byType = new Map<BlockType, number[]>();
  const others: number[] = [];
  for (const [place, { pattern }] of matchers.entries()) {
    const { opcodes, types } = pattern.test;
    if (opcodes === undefined && types === undefined) others.push(place);
    for (const opcode of opcodes ?? []) addTo(byOpcode, opcode, place);
    for (const type of types ?? []) addTo(byType, type, place);
  }
  return { byOpcode, byType, others };
}

function addTo<Key>(places: Map<Key, number[]>, key: Key, place: number): void {
  const known = places.get(key);
  if (known === undefined) places.set(key, [place]);
  else known.push(place);
}
