import { Cell } from '@tonriver/boc';
import type { Augmentation } from './dictionary-kind.ts';

/**
 * A node of an augmented dictionary that keeps its extra beside its bits. A change of a dictionary needs the extra of
 * every node beside its path; most of them were written by an earlier change and need not be read again. The extra
 * lives as long as the cell. Where it begins depends on how much of the key was left, so that place is kept, too.
 */
export class AugmentedCell<Extra> extends Cell {
  readonly extra: Extra;
  readonly #augmentation: Augmentation<Extra>;
  readonly #bitOffset: number;
  readonly #isLeaf: boolean;

  constructor(cell: Cell, place: { readonly bitOffset: number; readonly isLeaf: boolean }, known: Known<Extra>) {
    super({ bits: cell.bits, bitLength: cell.bitLength, refs: cell.refs });
    this.extra = known.extra;
    this.#augmentation = known.augmentation;
    this.#bitOffset = place.bitOffset;
    this.#isLeaf = place.isLeaf;
  }

  /** True when the extra is that of this node read with this augmentation at this place. */
  isKnown<Other>(
    augmentation: Augmentation<Other>,
    place: { readonly bitOffset: number; readonly isLeaf: boolean },
  ): this is AugmentedCell<Other> {
    const mine: object = this.#augmentation;
    return mine === augmentation && this.#bitOffset === place.bitOffset && this.#isLeaf === place.isLeaf;
  }
}

interface Known<Extra> {
  readonly augmentation: Augmentation<Extra>;
  readonly extra: Extra;
}
