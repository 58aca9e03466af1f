import type { Bag, CellSlice } from '@tonriver/boc';
import { loadHashmapEntries } from '../dictionary/hashmap.ts';
import type { Hash } from '../primitives/hash.ts';

/** One library of an account. */
interface SimpleLib<C = number> {
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
function loadSimpleLib(slice: CellSlice): SimpleLib {
  return { isPublic: slice.loadBit(), root: slice.loadRef() };
}

/** The libraries under `StateInit.library`, in key order. */
export function loadSimpleLibs(bag: Bag, library: number | null): KeyedSimpleLib[] {
  return loadHashmapEntries(bag, library, 256, loadSimpleLib).map(({ key, value }) => ({ ...value, hash: key }));
}
