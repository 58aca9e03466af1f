import type { Bag, CellSlice } from '@tonriver/boc';
import { ChainModelError } from '../errors.ts';
import { loadLabel } from './dictionary-label.ts';
import { bitAt, commonPrefixLength } from './key-bits.ts';

/**
 * The leaf of `key` in the `Hashmap` or `HashmapAug` under `root`, as a slice behind the leaf's label (in augmented
 * dictionaries at its extra); null when the key is not there. Visits only the key's path: at most `keyBits` + 1 nodes.
 */
export function findInDictionary(bag: Bag, root: number | null, keyBits: number, key: Uint8Array): CellSlice | null {
  if (root === null) return null;
  const met = new Uint8Array(key.length);
  let position = 0;
  let slice = bag.slice(root);
  for (;;) {
    const left = keyBits - position;
    const length = loadLabel(slice, met, position, left);
    if (commonPrefixLength(key, met, position, length) < length) return null;
    if (length === left) return slice;
    if (slice.remainingRefs < 2) {
      throw new ChainModelError('bad_dictionary', 'A fork does not consist of two references', { cell: slice.cell });
    }
    position += length;
    slice = bag.slice(slice.preloadRef(bitAt(key, position)));
    position++;
  }
}
