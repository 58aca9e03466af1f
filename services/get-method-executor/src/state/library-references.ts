import { Bag } from '@tonriver/boc';
import { type Hash, hashToHex } from '@tonriver/chain-model';

/**
 * The library cells in a bag: `02 hash:bits256`, each by what it refers to, at most `referencesMax`. Only what lies in
 * the bag is seen: a contract may also make such a cell while it runs.
 *
 * @throws {BocError} when the bytes are no bag
 */
export function libraryReferences(boc: Uint8Array, referencesMax: number): readonly Hash[] {
  const bag = Bag.parse(boc);
  const found = new Map<string, Hash>();
  for (let cell = 0; cell < bag.cellCount && found.size < referencesMax; cell += 1) {
    if (bag.cellType(cell) !== 'library') continue;
    const slice = bag.exoticSlice(cell);
    slice.skipBits(8);
    const hash = slice.loadBytes(32);
    found.set(hashToHex(hash), hash);
  }
  return [...found.values()];
}
