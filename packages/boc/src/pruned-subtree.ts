import type { Bag } from './bag.ts';
import { hashBytes } from './cell-limits.ts';
import { prunedType } from './cell-type.ts';
import type { FlatCells } from './flat-cells.ts';
import { firstDescriptor, secondDescriptor } from './representation.ts';

const prunedMask = 1;
const prunedBits = 8 + 8 + 256 + 16;
const noHash = new Uint8Array(hashBytes);

/** A subtree that is to be written as a pruned branch of level 1. One object serves many uses. */
export class PrunedSubtree {
  #hash: Uint8Array = noHash;
  /** Its number among the distinct cells of the bag. */
  #number = -1;
  #depth = 0;
  #isAdded = false;
  #isRefused = false;

  /** The subtree must be of level 0, and its hash known. */
  begin(bag: Bag, subtree: number): void {
    this.#number = bag.treeWriter.collect(subtree);
    this.#hash = bag.hash(subtree);
    this.#depth = bag.depth(subtree);
    this.#isAdded = false;
    this.#isRefused = false;
  }

  /** Whether the branch was added since `begin`, and nothing spoke against it. */
  get isMet(): boolean {
    return this.#isAdded && !this.#isRefused;
  }

  /** Something was met under which a pruned branch would mean something else. */
  refuse(): void {
    this.#isRefused = true;
  }

  /** Lets go of the bag. */
  end(): void {
    this.#hash = noHash;
  }

  /** Whether this is the subtree's number among the distinct cells. */
  isAt(number: number): boolean {
    return number === this.#number;
  }

  /**
   * Adds the branch: `01 mask:uint8 hash:bits256 depth:uint16`.
   *
   * @returns its index
   */
  add(cells: FlatCells): number {
    const added = cells.addOwn(firstDescriptor(0, true, prunedMask), secondDescriptor(prunedBits));
    const start = cells.ownDataStart(added);
    cells.data[start] = prunedType;
    cells.data[start + 1] = prunedMask;
    cells.data.set(this.#hash, start + 2);
    cells.data[start + 34] = this.#depth >> 8;
    cells.data[start + 35] = this.#depth & 0xff;
    this.#isAdded = true;
    return added;
  }
}
