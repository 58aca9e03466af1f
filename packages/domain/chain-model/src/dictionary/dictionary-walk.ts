import type { Bag, CellSlice } from '@tonriver/boc';
import { ChainModelError } from '../errors.ts';
import { loadLabel } from './dictionary-label.ts';
import { keyToBigInt, keyToUint } from './key-bits.ts';

/**
 * Nodes a walk may visit beyond four per cell of the bag. Cells can be shared, so that few cells describe a
 * dictionary with 2^n leaves; one of the chain has about as many nodes as cells, or is small.
 */
const nodeCountSpare = 4096;

export interface DictionaryWalkOptions {
  readonly isAugmented?: boolean;
  /** Skips the pruned branches of a Merkle proof or update; else they are refused like any exotic cell. */
  readonly skipsPruned?: boolean;
}

/**
 * A walk over the leaves of one `Hashmap` or `HashmapAug` in key order, pulled leaf by leaf:
 *
 * ```ts
 * const walk = new DictionaryWalk(bag, root, 256);
 * while (walk.next()) use(walk.key, walk.slice);
 * ```
 *
 * `key` is one buffer that the next step overwrites; `slice` stands behind the leaf's label, in augmented
 * dictionaries at its extra. Nothing is allocated per node.
 * Throws `ChainModelError` `bad_dictionary` for invalid labels or forks, or for too many nodes.
 */
export class DictionaryWalk {
  /** The present leaf's key, left aligned. Overwritten by `next()`. */
  readonly key: Uint8Array;
  /** False as soon as one label met was not in the node's form. */
  isCanonical = true;
  readonly #bag: Bag;
  readonly #keyBits: number;
  readonly #isAugmented: boolean;
  readonly #skipsPruned: boolean;
  readonly #pendingCells: number[] = [];
  readonly #pendingPositions: number[] = [];
  #nodesLeft: number;
  /** One for all nodes: it is moved from cell to cell. */
  #slice: CellSlice | null = null;
  #isOnLeaf = false;

  constructor(bag: Bag, root: number | null, keyBits: number, options: DictionaryWalkOptions = {}) {
    this.key = new Uint8Array((keyBits + 7) >> 3);
    this.#bag = bag;
    this.#keyBits = keyBits;
    this.#isAugmented = options.isAugmented === true;
    this.#skipsPruned = options.skipsPruned === true;
    this.#nodesLeft = 0;
    this.restart(root);
  }

  /** Begins to walk another dictionary of the same kind in the same bag: takes less time than a new walk. */
  restart(root: number | null): void {
    this.isCanonical = true;
    this.#isOnLeaf = false;
    this.#nodesLeft = this.#bag.cellCount * 4 + nodeCountSpare;
    while (this.#pendingCells.pop() !== undefined) this.#pendingPositions.pop();
    if (root !== null) {
      this.#pendingCells.push(root);
      this.#pendingPositions.push(0);
    }
  }

  /** The present leaf behind its label. */
  get slice(): CellSlice {
    if (this.#slice === null || !this.#isOnLeaf)
      throw new ChainModelError('bad_dictionary', 'The walk stands on no leaf');
    return this.#slice;
  }

  /** The present key as a number; for keys of at most 32 bits. */
  keyUint(): number {
    return keyToUint(this.key, this.#keyBits);
  }

  /** The present key as a number of any size. */
  keyBigInt(): bigint {
    return keyToBigInt(this.key, this.#keyBits);
  }

  /** Moves to the next leaf; false when there is none. */
  next(): boolean {
    this.#isOnLeaf = false;
    // A loop and no recursion: a side of a state update may leave out thousands of subtrees in a row.
    for (let cell = this.#pendingCells.pop(); cell !== undefined; cell = this.#pendingCells.pop()) {
      const position = this.#pendingPositions.pop() as number;
      // A pending node is the right child of its fork (or the root): its branch bit is 1, the key has the prefix.
      if (position > 0) setBit(this.key, position - 1);
      if (this.#descend(cell, position)) return true;
    }
    return false;
  }

  /** Goes from a node down to its first leaf, and keeps the right children as pending. False at a pruned branch. */
  #descend(root: number, from: number): boolean {
    const { key } = this;
    let [cell, position] = [root, from];
    for (;;) {
      if (this.#nodesLeft-- === 0) {
        throw new ChainModelError('bad_dictionary', 'The dictionary has more nodes than its bag can hold');
      }
      if (this.#skipsPruned && this.#bag.isPruned(cell)) return false;
      const slice = this.#sliceOf(cell);
      const left = this.#keyBits - position;
      const length = loadLabel(slice, key, position, left);
      if (slice.sawNonCanonical) this.isCanonical = false;
      if (length === left) {
        this.#isOnLeaf = true;
        return true;
      }
      position += length;
      this.#checkFork(slice);
      const child = slice.loadRef();
      this.#pendingCells.push(slice.loadRef());
      this.#pendingPositions.push(position + 1);
      clearBit(key, position);
      position++;
      cell = child;
    }
  }

  #sliceOf(cell: number): CellSlice {
    if (this.#slice === null) this.#slice = this.#bag.slice(cell);
    else this.#slice.moveTo(cell);
    return this.#slice;
  }

  #checkFork(slice: CellSlice): void {
    if (this.#isAugmented ? slice.remainingRefs >= 2 : slice.remainingRefs === 2 && slice.remainingBits === 0) return;
    throw new ChainModelError('bad_dictionary', 'A fork does not consist of two references', {
      cell: slice.cell,
      references: slice.remainingRefs,
      bits: slice.remainingBits,
    });
  }
}

function setBit(key: Uint8Array, position: number): void {
  key[position >> 3] = (key[position >> 3] as number) | (0x80 >> (position & 7));
}

function clearBit(key: Uint8Array, position: number): void {
  key[position >> 3] = (key[position >> 3] as number) & ~(0x80 >> (position & 7));
}
