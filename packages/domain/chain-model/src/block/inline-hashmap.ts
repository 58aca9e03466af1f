import type { CellSlice } from '@tonriver/boc';
import { DictionaryWalk, loadLabel } from '../dictionary/index.ts';
import { readBits, writeBits } from '../dictionary/key-bits.ts';
import { ChainModelError } from '../errors.ts';

/**
 * Visits, in key order, the leaves of a `Hashmap` or `HashmapAug` whose root node has no cell of its own but begins
 * here in the slice. `key` is overwritten from leaf to leaf; `leaf` stands behind the label (in augmented dictionaries
 * at the extra). A visitor must read the leaf to its end when something follows the dictionary in the slice.
 *
 * Afterwards the slice stands behind what the visitor read (one leaf), or behind the fork's two references: in an
 * augmented dictionary at the fork's extra, and then `isFork` is returned as true.
 */
export function forEachInline(
  slice: CellSlice,
  keyBits: number,
  options: { readonly isAugmented: boolean },
  visit: (key: Uint8Array, leaf: CellSlice) => void,
): { readonly isFork: boolean } {
  const key = new Uint8Array((keyBits + 7) >> 3);
  const length = loadLabel(slice, key, 0, keyBits);
  if (length === keyBits) {
    visit(key, slice);
    return { isFork: false };
  }
  if (slice.remainingRefs < 2) {
    throw new ChainModelError('bad_dictionary', 'A fork does not have two references', { cell: slice.cell });
  }
  const restBits = keyBits - length - 1;
  for (let bit = 0; bit < 2; bit++) {
    const walk = new DictionaryWalk(slice.bag, slice.loadRef(), restBits, options);
    writeBits(key, length, bit, 1);
    while (walk.next()) {
      for (let done = 0; done < restBits; done += 24) {
        const count = Math.min(24, restBits - done);
        writeBits(key, length + 1 + done, readBits(walk.key, done, count), count);
      }
      visit(key, walk.slice);
    }
  }
  return { isFork: true };
}
