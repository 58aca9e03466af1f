import { Bag, serializeTree } from '@tonriver/boc';
import { findInDictionary, type Hash, hashToHex } from '@tonriver/chain-model';

/** Libraries of a recording: all that there were. */
export interface LibrarySet {
  /** Equal keys mean equal libraries. */
  readonly key: string;
  find(hash: Hash): Uint8Array | undefined;
}

const KEY_BITS = 256;

/** Library cells one by one: each is found by its own hash. */
export function libraryCells(bocs: readonly Uint8Array[]): LibrarySet {
  const byHash = new Map(
    bocs.map((boc) => {
      const bag = Bag.parse(boc);
      return [hashToHex(bag.hash(bag.root)), serializeTree(bag, bag.root)] as const;
    }),
  );
  return { key: [...byHash.keys()].toSorted().join(' '), find: (hash) => byHash.get(hashToHex(hash)) };
}

/** A dictionary `Hashmap 256 ^Cell` from library hash to library cell. */
export function libraryDictionary(boc: Uint8Array): LibrarySet {
  const bag = Bag.parse(boc);
  return {
    key: hashToHex(bag.hash(bag.root)),
    find(hash) {
      const value = findInDictionary(bag, bag.root, KEY_BITS, hash);
      return value === null ? undefined : serializeTree(bag, value.loadRef());
    },
  };
}

export function joinedLibraries(sets: readonly LibrarySet[]): LibrarySet {
  const [first] = sets;
  if (sets.length === 1 && first !== undefined) return first;
  return {
    key: sets.map(({ key }) => key).join('+'),
    find: (hash) => {
      for (const set of sets) {
        const found = set.find(hash);
        if (found !== undefined) return found;
      }
      return undefined;
    },
  };
}
