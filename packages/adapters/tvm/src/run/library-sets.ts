import { type LibrarySet, readLibrarySet } from './library-set.ts';

/** Finds the set of a bag of libraries. Sets are kept with the array that they were read from. */
export type LibrarySets = (librariesBoc: Uint8Array | null) => { readonly id: number; readonly set: LibrarySet } | null;

export function createLibrarySets(): LibrarySets {
  const known = new WeakMap<Uint8Array, { readonly id: number; readonly set: LibrarySet }>();
  let lastId = 0;
  return (librariesBoc) => {
    if (librariesBoc === null) return null;
    const met = known.get(librariesBoc);
    if (met !== undefined) return met;
    const read = { id: ++lastId, set: readLibrarySet(librariesBoc) };
    known.set(librariesBoc, read);
    return read;
  };
}
