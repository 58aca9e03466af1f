import { Bag, writeBag } from '@tonriver/boc';
import { buildHashmap, hashFromHex, hashToHex } from '@tonriver/chain-model';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { columnsSql, hashSql, librariesTable, pickColumns } from '@tonriver/row-schema';
import { LRUCache } from 'lru-cache';
import { readTree } from './read-trees.ts';

const columns = pickColumns(librariesTable, 'is_public');

/** The libraries that a code was seen to need, as the TVM takes them. */
interface CodeLibraries {
  /** Hash, hex → bag. */
  readonly byHash: ReadonlyMap<string, Uint8Array>;
  /** `Hashmap 256 ^Cell`; null for none. The same array object for the same libraries. */
  readonly dictionaryBoc: Uint8Array | null;
}

const NONE: CodeLibraries = { byHash: new Map(), dictionaryBoc: null };
/** Codes whose libraries are remembered. */
const CODES_MAX = 2_000;

/** Finds the public libraries of the masterchain that contracts need. */
export interface Libraries {
  /** What is known so far. */
  of(codeHash: string): CodeLibraries;
  /**
   * Adds a library that a run of the code stopped at.
   *
   * @returns `unknown` when it is not known whether there is such a library, or what is in it
   */
  add(codeHash: string, library: Uint8Array, seqno: number): Promise<CodeLibraries | 'absent' | 'unknown'>;
}

export function createLibraries(store: ClickHouseStore): Libraries {
  const kept = new LRUCache<string, CodeLibraries>({ max: CODES_MAX });
  const dictionaries = new LRUCache<string, Uint8Array>({ max: CODES_MAX });
  const of = (codeHash: string): CodeLibraries => kept.get(codeHash) ?? NONE;
  return {
    of,
    async add(codeHash, library, seqno) {
      const [row] = await store.select(
        columns,
        `SELECT ${columnsSql(columns)} FROM libraries FINAL
         WHERE hash = ${hashSql('library')} AND mc_block_seqno <= {seqno:UInt32} ORDER BY mc_block_seqno DESC LIMIT 1`,
        { library, seqno },
        { threadsMax: 1 },
      );
      if (row === undefined) return 'unknown';
      if (!row.isPublic) return 'absent';
      const boc = await readTree(store, library);
      if (boc === undefined) return 'unknown';
      const byHash = new Map([...of(codeHash).byHash, [hashToHex(library), boc] as const]);
      const hashes = [...byHash.keys()].toSorted();
      const key = hashes.join(' ');
      const dictionaryBoc = dictionaries.get(key) ?? dictionaryOf(hashes, byHash);
      dictionaries.set(key, dictionaryBoc);
      const libraries = { byHash, dictionaryBoc };
      kept.set(codeHash, libraries);
      return libraries;
    },
  };
}

function dictionaryOf(hashes: readonly string[], byHash: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const entries = hashes.map((hash) => {
    const bag = Bag.parse(byHash.get(hash)!);
    return { key: hashFromHex(hash), value: bag.toCell(bag.root) };
  });
  const root = buildHashmap(entries, { keyBits: 256, storeValue: (builder, cell) => void builder.storeRef(cell) });
  return writeBag([root!]);
}
