import { Bag, type CellSlice, writeBag } from '@tonriver/boc';
import type { LibraryRecord } from '@tonriver/block-rows';
import type { CellStore } from '@tonriver/cell-store';
import { hashFromHex, hashToHex, loadSharedLibraries, skipCurrencyCollection } from '@tonriver/chain-model';
import { readingFaultOf } from '@tonriver/errors';
import { readResolved } from './read-resolved.ts';
import type { ResolverRows } from './resolver-rows.ts';

/** Of `ShardStateUnsplit`: the cell with the histories, the balances and the libraries. */
const INNER_POSITION = 2;
const HISTORY_BITS = 128;

/**
 * Hash of the dictionary of libraries that a state shows, hex; null for none; undefined when the cell that names it is
 * left out, and so did not change.
 */
export function librariesOfState(bag: Bag, root: number): string | null | undefined {
  if (bag.isPruned(root)) return undefined;
  const inner = bag.ref(root, INNER_POSITION);
  if (bag.cellType(inner) === 'pruned') return undefined;
  const slice: CellSlice = bag.slice(inner);
  slice.skipBits(HISTORY_BITS);
  skipCurrencyCollection(slice);
  skipCurrencyCollection(slice);
  return slice.loadBit() ? hashToHex(bag.hash(slice.loadRef(), 0)) : null;
}

/**
 * Writes which libraries came and which went between two dictionaries, both of which must be in the store.
 *
 * @returns what was written; undefined, with nothing written, when one of them is no dictionary of libraries
 */
export function writeLibraryChanges(
  { store, rows }: { readonly store: CellStore; readonly rows: ResolverRows },
  { from, to, round }: { readonly from: string | null; readonly to: string | null; readonly round: number },
): LibraryRecord[] | undefined {
  const before = readLibraries(store, from);
  const after = readLibraries(store, to);
  if (before === undefined || after === undefined) return undefined;
  const changes: LibraryRecord[] = [];
  const change = (hash: Uint8Array, isPublic: boolean): void => {
    rows.libraries.add({ hash, mcBlockSeqno: round, isPublic });
    changes.push({ hash, isPublic });
  };
  for (const [hex, { hash }] of before) {
    if (!after.has(hex)) change(hash, false);
  }
  for (const [hex, { hash, boc }] of after) {
    if (before.has(hex)) continue;
    rows.cellTrees.add({ hash, boc: boc() });
    change(hash, true);
  }
  return changes;
}

interface StoredLibrary {
  readonly hash: Uint8Array;
  readonly boc: () => Uint8Array;
}

/** A state proves that these are the cells, and not that they are what they should be. */
function readLibraries(store: CellStore, root: string | null): ReadonlyMap<string, StoredLibrary> | undefined {
  if (root === null) return new Map();
  const tree = readResolved(store, hashFromHex(root));
  if (tree === undefined) return undefined;
  try {
    const bag = Bag.of(tree);
    return new Map(
      loadSharedLibraries(bag, bag.root).map(({ value: { library } }) => {
        const hash = bag.hash(library);
        return [hashToHex(hash), { hash, boc: () => writeBag([bag.toCell(library)]) }];
      }),
    );
  } catch (error) {
    readingFaultOf(error);
    return undefined;
  }
}
