import { Bag, type Cell, serializeTree, writeBag } from '@tonriver/boc';
import { buildHashmap, DictionaryWalk, findInDictionary, type Hash, hashToHex } from '@tonriver/chain-model';

/** The libraries of a recording. */
export interface LibrarySet {
  /** Equal keys mean equal libraries. */
  readonly key: string;
  find(hash: Hash): Uint8Array | undefined;
  /** `Hashmap 256 ^Cell`, always the same array; null when there are none. */
  dictionary(): Uint8Array | null;
  cells(): readonly Cell[];
}

const KEY_BITS = 256;

export const noLibraries: LibrarySet = libraryCells([]);

/** Reads library cells, each under its own hash. */
export function libraryCells(bocs: readonly Uint8Array[]): LibrarySet {
  const byHash = new Map(
    bocs.map((boc) => {
      const bag = Bag.parse(boc);
      return [
        hashToHex(bag.hash(bag.root)),
        { boc: serializeTree(bag, bag.root), cell: bag.toCell(bag.root) },
      ] as const;
    }),
  );
  return setOf({
    key: [...byHash.keys()].toSorted().join(' '),
    find: (hash) => byHash.get(hashToHex(hash))?.boc,
    cells: () => [...byHash.values()].map(({ cell }) => cell),
  });
}

/** Reads a dictionary `Hashmap 256 ^Cell` from library hash to library cell. */
export function libraryDictionary(boc: Uint8Array): LibrarySet {
  const bag = Bag.parse(boc);
  const { root } = bag;
  return {
    key: hashToHex(bag.hash(root)),
    find(hash) {
      const value = findInDictionary(bag, root, KEY_BITS, hash);
      return value === null ? undefined : serializeTree(bag, value.loadRef());
    },
    dictionary: () => boc,
    cells() {
      const walk = new DictionaryWalk(bag, root, KEY_BITS);
      const cells: Cell[] = [];
      while (walk.next()) cells.push(bag.toCell(walk.slice.loadRef()));
      return cells;
    },
  };
}

export function joinedLibraries(sets: readonly LibrarySet[]): LibrarySet {
  const some = sets.filter(({ key }) => key !== noLibraries.key);
  const [first] = some;
  if (first === undefined) return noLibraries;
  if (some.length === 1) return first;
  return setOf({
    key: some.map(({ key }) => key).join('+'),
    find: (hash) => {
      for (const set of some) {
        const found = set.find(hash);
        if (found !== undefined) return found;
      }
      return undefined;
    },
    cells: () => some.flatMap((set) => set.cells()),
  });
}

function setOf(parts: Pick<LibrarySet, 'key' | 'find' | 'cells'>): LibrarySet {
  let made: Uint8Array | null | undefined;
  return { ...parts, dictionary: () => (made === undefined ? (made = dictionaryOf(parts.cells())) : made) };
}

function dictionaryOf(cells: readonly Cell[]): Uint8Array | null {
  const byHash = new Map(cells.map((cell) => [hashToHex(cell.hash()), cell]));
  const entries = [...byHash.values()]
    .map((cell) => ({ key: cell.hash(), value: cell }))
    .toSorted((left, right) => Buffer.compare(left.key, right.key));
  const root = buildHashmap(entries, { keyBits: KEY_BITS, storeValue: (builder, cell) => void builder.storeRef(cell) });
  return root === null ? null : writeBag([root]);
}
