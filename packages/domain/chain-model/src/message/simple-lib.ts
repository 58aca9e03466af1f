import type { Bag, Cell, CellBuilder, CellSlice } from '@tonriver/boc';
import { loadHashmapEntries } from '../dictionary/hashmap.ts';
import type { Hash } from '../primitives/hash.ts';

/** One library of an account. */
export interface SimpleLib<C = number> {
  readonly isPublic: boolean;
  readonly root: C;
}

/** A library with its key, the hash of its cell. */
export interface KeyedSimpleLib extends SimpleLib {
  readonly hash: Hash;
}

/**
 * Reads:
 *
 * ```tlb
 * simple_lib$_ public:Bool root:^Cell = SimpleLib;
 * ```
 */
export function loadSimpleLib(slice: CellSlice): SimpleLib {
  return { isPublic: slice.loadBit(), root: slice.loadRef() };
}

/** Writes what `loadSimpleLib` reads. */
export function storeSimpleLib(builder: CellBuilder, value: SimpleLib<Cell>): void {
  builder.storeBit(value.isPublic).storeRef(value.root);
}

/** The libraries under `StateInit.library`, in key order. */
export function loadSimpleLibs(bag: Bag, library: number | null): KeyedSimpleLib[] {
  return loadHashmapEntries(bag, library, 256, loadSimpleLib).map(({ key, value }) => ({ ...value, hash: key }));
}
