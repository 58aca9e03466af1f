import { Bag } from '@tonriver/boc';
import { type Hash, hashToHex } from '@tonriver/chain-model';

/**
 * The hashes in the library cells of a bag (`02 hash:bits256`), at most `referencesMax`. A contract may also make such
 * a cell while it runs; those are not found here.
 *
 * @throws {BocError} when the bytes are not a bag
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
