import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { damaged } from './lmdb-file-error.ts';
import {
  META_PAGES,
  readSnapshot,
  readTreeDescription,
  type Snapshot,
  TREE_DESCRIPTION_BYTES,
  type TreeDescription,
} from './meta-page.ts';
import { openPageFile, type PageFile } from './page-file.ts';
import { createPageSet, type PageSet } from './page-set.ts';
import { type LmdbEntry, walkTree, type WalkReach } from './walk-tree.ts';

/** LMDB's name for its data file. */
export const DATA_FILE = 'data.mdb';

/** Counts of a check. */
export interface LmdbFileCounts {
  /** How far the check went in the named trees. */
  readonly reach: WalkReach;
  /** Only those of the main tree when the check read only branches. */
  readonly entries: number;
  readonly pages: number;
  readonly freePages: number;
  readonly byteLength: number;
}

/** @param tree its name; undefined for the main tree */
export type VisitEntry = (tree: string | undefined, entry: LmdbEntry) => void;

/** The newest commit of an LMDB data file, read without mapping it. The file must not be written meanwhile. */
export interface LmdbFile {
  readonly byteLength: number;
  /**
   * Checks the main tree, the free pages and the named trees; see `walkTree`. Gives up the event loop regularly.
   *
   * @param reach how far to go in the named trees
   * @param visit called with every value and the name of its tree; may throw
   */
  check(reach: WalkReach, visit?: VisitEntry): Promise<LmdbFileCounts>;
  /** Entries of the main tree (no name) or of a named tree. None when there is no such tree. */
  entries(name?: string): Generator<LmdbEntry, void, undefined>;
  close(): void;
}

/** Entries that are read in one turn of the event loop; they take a few milliseconds. */
const ENTRIES_PER_TURN = 20_000;

/**
 * Opens the data file of an LMDB directory.
 *
 * @returns undefined when there is no data file or an empty one: LMDB would then create it
 * @throws {LmdbFileError} `lmdb_damaged`
 */
export function openLmdbFile(directory: string): LmdbFile | undefined {
  const path = join(directory, DATA_FILE);
  if (!existsSync(path)) return undefined;
  const file = openPageFile(path);
  if (file.byteLength === 0) {
    file.close();
    return undefined;
  }
  try {
    return lmdbFileOver(file, readSnapshot(file));
  } catch (error) {
    file.close();
    throw error;
  }
}

function lmdbFileOver(file: PageFile, snapshot: Snapshot): LmdbFile {
  const newSet = (): PageSet => createPageSet(snapshot.lastPage + 1);
  return {
    byteLength: file.byteLength,
    async check(reach, visit) {
      if (!Number.isSafeInteger(snapshot.lastPage) || snapshot.lastPage > file.byteLength) {
        throw damaged(file.path, `it cannot have ${snapshot.lastPage} pages`);
      }
      const met = newSet();
      const freePages = markFreePages(file, snapshot, met);
      const trees: { readonly name: string | undefined; readonly tree: TreeDescription }[] = [
        { name: undefined, tree: snapshot.main },
      ];
      let [entries, pages] = [0, META_PAGES];
      for (let next = trees.pop(); next !== undefined; next = trees.pop()) {
        const { name, tree } = next;
        for (const entry of walkTree(file, snapshot, tree, met, name === undefined ? 'entries' : reach)) {
          if (entry.isTree) trees.push({ name: nameIn(entry), tree: descriptionIn(file, entry) });
          else visit?.(name, entry);
          entries += 1;
          if (entries % ENTRIES_PER_TURN === 0) await yieldToOthers();
        }
        pages += tree.branchPages + tree.leafPages + tree.overflowPages;
      }
      return { reach, entries, pages, freePages, byteLength: file.byteLength };
    },
    *entries(name) {
      if (name === undefined) {
        yield* walkTree(file, snapshot, snapshot.main, newSet());
        return;
      }
      for (const entry of walkTree(file, snapshot, snapshot.main, newSet())) {
        if (!entry.isTree || nameIn(entry) !== name) continue;
        yield* walkTree(file, snapshot, descriptionIn(file, entry), newSet());
      }
    },
    close: () => file.close(),
  };
}

/** LMDB ends names with a zero byte. */
function nameIn({ key }: LmdbEntry): string {
  return key.toString('latin1').replace('\0', '');
}

function descriptionIn(file: PageFile, entry: LmdbEntry): TreeDescription {
  const value = entry.value();
  if (value.length !== TREE_DESCRIPTION_BYTES)
    throw damaged(file.path, 'the description of a named tree has the wrong length');
  const tree = readTreeDescription(value);
  if (tree.flags !== 0) throw damaged(file.path, 'a named tree has flags that this program does not use');
  return tree;
}

/**
 * Marks the pages that later commits may write over. Each record is a count and that many words. A word is a free page,
 * or 0 for nothing, or a negative number: minus the length of a run of pages whose first page is the next word.
 */
function markFreePages(file: PageFile, snapshot: Snapshot, met: PageSet): number {
  let count = 0;
  const mark = (page: number): void => {
    const isPage = page >= META_PAGES && page <= snapshot.lastPage;
    if (!isPage || !met.add(page))
      throw damaged(file.path, `page ${page} is listed as free, but cannot be free or is listed twice`);
    count += 1;
  };
  for (const { key, value } of walkTree(file, snapshot, snapshot.freePages, met)) {
    const record = value();
    const words = Math.floor(record.length / 8);
    const used = words === 0 ? -1 : Number(record.readBigUInt64LE(0));
    if (key.length !== 8 || used < 0 || used >= words)
      throw damaged(file.path, 'a record of free pages has the wrong length');
    for (let index = 1; index <= used; index += 1) {
      const word = Number(record.readBigInt64LE(index * 8));
      if (word >= 0) {
        if (word > 0) mark(word);
        continue;
      }
      index += 1;
      const start = index <= used ? Number(record.readBigInt64LE(index * 8)) : 0;
      if (-word > snapshot.lastPage) throw damaged(file.path, `a run of ${-word} free pages is longer than the file`);
      for (let page = start; page < start - word; page += 1) mark(page);
    }
  }
  return count;
}
