import { Bag, writeBag } from '@tonriver/boc';
import { buildHashmap, hashFromHex } from '@tonriver/chain-model';
import { createBoundedMemory } from '../state/bounded-memory.ts';

/** Builds the dictionary of libraries that the TVM needs for a run. */
export interface LibraryDictionaries {
  /** Equal libraries give the same array object, so that the pool analyses them only once. */
  of(libraries: ReadonlyMap<string, Uint8Array>): Uint8Array | null;
}

/** @param bounds limits for the kept dictionaries */
export function createLibraryDictionaries(bounds: {
  readonly entriesMax: number;
  readonly bytesMax: number;
}): LibraryDictionaries {
  const kept = createBoundedMemory<Uint8Array>({ ...bounds, bytesOf: ({ length }) => length });
  return {
    of(libraries) {
      if (libraries.size === 0) return null;
      const hashes = [...libraries.keys()].toSorted();
      const key = hashes.join(' ');
      const known = kept.get(key);
      if (known !== undefined) return known;
      const made = dictionaryBoc(hashes, libraries);
      kept.set(key, made);
      return made;
    },
  };
}

/** `Hashmap 256 ^Cell` from the hash of a library to its cell. */
function dictionaryBoc(hashes: readonly string[], libraries: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const entries = hashes.map((hash) => {
    const bag = Bag.parse(libraries.get(hash) ?? new Uint8Array());
    return { key: hashFromHex(hash), value: bag.toCell(bag.root) };
  });
  const root = buildHashmap(entries, { keyBits: 256, storeValue: (builder, cell) => builder.storeRef(cell) });
  if (root === null) throw new TypeError('An empty dictionary of libraries has no root');
  return writeBag([root]);
}
