import { Bag, type Cell } from '@tonriver/boc';
import {
  compareBytes,
  deleteFromHashmap,
  equalBytes,
  findInHeapDictionary,
  type Hash,
  hashToHex,
  loadSharedLibrary,
  loadSimpleLibs,
  setInHashmap,
  type SharedLibrary,
  storeSharedLibrary,
} from '@tonriver/chain-model';
import { ChainBuilderError } from '../chain-builder-error.ts';
import { readAccount } from './account-dictionary.ts';
import { hashKey } from './address-prefix.ts';

/** The cells of a masterchain account before and after a block. */
export interface LibraryOwner {
  readonly hash: Hash;
  readonly before: Cell;
  readonly after: Cell;
}

interface PublicLibrary {
  readonly key: Hash;
  readonly library: Cell;
}

const libraryKind = { keyBits: 256, storeValue: storeSharedLibrary };

/**
 * Returns the public libraries of the masterchain state (`HashmapE 256 LibDescr`) after a block. Active masterchain
 * accounts publish those of their libraries that are marked as public and lie under their own hash.
 */
export function librariesAfter(libraries: Cell | null, owners: readonly LibraryOwner[]): Cell | null {
  let root = libraries;
  for (const { hash, before, after } of owners) {
    const [old, now] = [readAccount(before).libraries, readAccount(after).libraries];
    if (old === now || (old !== null && now !== null && equalBytes(old.hash(), now.hash()))) continue;
    const [oldPublic, newPublic] = [publicOnes(old), publicOnes(now)];
    for (const [name, { key }] of oldPublic) if (!newPublic.has(name)) root = unpublish(root, key, hash);
    for (const [name, added] of newPublic) if (!oldPublic.has(name)) root = publish(root, added, hash);
  }
  return root;
}

function publicOnes(libraries: Cell | null): Map<string, PublicLibrary> {
  const found = new Map<string, PublicLibrary>();
  if (libraries === null) return found;
  const bag = Bag.of(libraries);
  for (const { hash: key, isPublic, root } of loadSimpleLibs(bag, bag.root)) {
    if (isPublic && equalBytes(bag.hash(root), key)) found.set(hashKey(key), { key, library: bag.toCell(root) });
  }
  return found;
}

function findLibrary(root: Cell | null, key: Hash): SharedLibrary<Cell> | null {
  const leaf = findInHeapDictionary(root, libraryKind.keyBits, key);
  if (leaf === null) return null;
  const bag = Bag.of(leaf);
  const { library, publishers } = loadSharedLibrary(bag.slice(bag.root));
  return { library: bag.toCell(library), publishers };
}

function publish(root: Cell | null, { key, library }: PublicLibrary, owner: Hash): Cell {
  const known = findLibrary(root, key);
  const publishers = [...(known?.publishers ?? []), owner].sort(compareBytes);
  return setInHashmap(root, key, { library: known?.library ?? library, publishers }, libraryKind);
}

function unpublish(root: Cell | null, key: Hash, owner: Hash): Cell | null {
  const known = findLibrary(root, key);
  const publishers = known?.publishers.filter((publisher) => !equalBytes(publisher, owner)) ?? [];
  if (known === null || publishers.length === known.publishers.length) {
    const library = hashToHex(key);
    throw new ChainBuilderError('bad_state', 'An account does not publish a library that it had', { library });
  }
  if (publishers.length === 0) return deleteFromHashmap(root, key, libraryKind.keyBits);
  return setInHashmap(root, key, { library: known.library, publishers }, libraryKind);
}
