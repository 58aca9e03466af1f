import type { Bag, Cell, CellBuilder, CellSlice } from '@tonriver/boc';
import { forEachInline } from '../block/inline-hashmap.ts';
import { buildHashmap } from '../dictionary/dictionary-build.ts';
import type { DictionaryEntry } from '../dictionary/dictionary-kind.ts';
import { loadHashmapEntries } from '../dictionary/hashmap.ts';
import { badTag, badValue } from '../errors.ts';
import type { Hash } from '../primitives/hash.ts';

/** A library that contracts may refer to by its hash. */
export interface SharedLibrary<C = number> {
  readonly library: C;
  /** The masterchain accounts that publish it, ascending; at least one. */
  readonly publishers: readonly Hash[];
}

const keyBits = 256;

/**
 * Publishers that all libraries of a state may have together beyond four per cell of the bag. Libraries can share their
 * lists, so that a few cells describe thousands of libraries with thousands of publishers each.
 */
const publisherCountSpare = 65_536;

/**
 * Reads:
 *
 * ```tlb
 * shared_lib_descr$00 lib:^Cell publishers:(Hashmap 256 True) = LibDescr;
 * ```
 *
 * The root node of `publishers` lies inline.
 */
export function loadSharedLibrary(slice: CellSlice): SharedLibrary {
  const tag = slice.loadUint(2);
  if (tag !== 0) throw badTag('LibDescr', tag);
  const library = slice.loadRef();
  const publishers: Hash[] = [];
  forEachInline(slice, keyBits, { isAugmented: false }, (key) => publishers.push(key.slice()));
  return { library, publishers };
}

/** Writes what `loadSharedLibrary` reads. */
export function storeSharedLibrary(builder: CellBuilder, value: SharedLibrary<Cell>): void {
  const entries = value.publishers.map((key) => ({ key, value: null }));
  const publishers = buildHashmap<null>(entries, { keyBits, storeValue: () => undefined });
  if (publishers === null) throw badValue('LibDescr', 'publishers', 0);
  builder.storeUint(0, 2).storeRef(value.library).storeCell(publishers);
}

/** All libraries of a state by hash: `HashmapE 256 LibDescr`. */
export function loadSharedLibraries(bag: Bag, root: number | null): DictionaryEntry<SharedLibrary>[] {
  let publishersLeft = bag.cellCount * 4 + publisherCountSpare;
  return loadHashmapEntries(bag, root, keyBits, (slice) => {
    const library = loadSharedLibrary(slice);
    publishersLeft -= library.publishers.length;
    if (publishersLeft < 0) throw badValue('LibDescr', 'number of publishers');
    return library;
  });
}
