import { Bag, type CellSlice, writeBag } from '@tonriver/boc';
import type { LibraryRecord } from '@tonriver/block-rows';
import type { CellStore } from '@tonriver/cell-store';
import { hashFromHex, hashToHex, loadSharedLibraries, skipCurrencyCollection } from '@tonriver/chain-model';
import { readingFaultOf } from '@tonriver/errors';
import { readTree } from './read-tree.ts';
import type { ResolverRows } from './resolver-rows.ts';

/** Of `ShardStateUnsplit`: the cell with the histories, the balances and the libraries. */
const INNER_POSITION = 2;
const HISTORY_BITS = 128;

/**
 * Returns the hash of a state's dictionary of libraries, hex; null for an empty one; undefined when the cell that
 * refers to it is pruned, and so did not change.
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
 * Writes which libraries were added and removed between two dictionaries. Both must be in the store.
 *
 * @returns the changes; undefined, with nothing written, when one of them cannot be read as a dictionary of libraries
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

/**
 * Returns undefined for cells that are not a dictionary of libraries: a state proves which cells it has, not their
 * form.
 */
function readLibraries(store: CellStore, root: string | null): ReadonlyMap<string, StoredLibrary> | undefined {
  if (root === null) return new Map();
  const tree = readTree(store, hashFromHex(root));
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
