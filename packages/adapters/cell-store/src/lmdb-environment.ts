import { isRunning } from '@tonriver/lifecycle';
import { LmdbFileError, markLmdbDirectory, type OpenedLmdb, openCheckedLmdb } from '@tonriver/lmdb-file';
import type { Database, RootDatabase } from 'lmdb';
import { CellStoreError } from './cell-store-error.ts';
import { decodeCell } from './stored-cell.ts';
import { decodeStoredRecord, encodeStoredRecord } from './stored-record.ts';

/** The changes of one commit: null removes a key. */
export interface EnvironmentChanges {
  readonly cells: Iterable<readonly [hash: Buffer, value: Buffer | null]>;
  readonly records: Iterable<readonly [key: string, value: Uint8Array | null]>;
}

/** The LMDB environment: cells by hash, and small records by name. Reads see whole commits. */
export type LmdbEnvironment = Awaited<ReturnType<typeof openLmdbEnvironment>>;

type Root = RootDatabase<string, string>;

export const CELLS_TREE = 'cells';
export const RECORDS_TREE = 'records';
/** Its value is the store's format. Everything in a store with a format has a checksum. */
const FORMAT_KEY = 'format';
const FORMAT = '2';
/** Programs before 0.2 name their process there, as `pid birth`. They do not lock the directory. */
const OWNER_KEY = 'owner';

/**
 * Opens the environment, or creates it. The caller has locked the directory, because LMDB lets several processes in.
 * The file is checked first: completely when it is small, see `openCheckedLmdb`. Cells and records also have checksums,
 * which every read checks.
 *
 * @param options with `isReadOnly` the environment must exist; its whole structure is checked and nothing is written
 * @throws {CellStoreError} `store_corrupt`
 */
export async function openLmdbEnvironment(
  directory: string,
  { isReadOnly = false }: { readonly isReadOnly?: boolean } = {},
) {
  const { root, close } = await openChecked(directory, isReadOnly);
  const opened = await openTrees(root, { directory, isReadOnly }).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const { cells, records, isOldStore } = opened;
  if (!isReadOnly) markLmdbDirectory(directory, 'the live cells');
  const options = { isOldStore, directory };
  return {
    /** True when a program without checksums created the store: its entries have none. */
    isOldStore,
    directory,
    cell: (hash: Buffer): Buffer | undefined => cells.getBinary(hash),
    /** Yields every cell by hash. Both buffers are views that are valid until the next step. */
    *cells(): Generator<readonly [hash: Buffer, value: Buffer]> {
      for (const { key, value } of cells.getRange({})) yield [Buffer.from(key), value];
    },
    record(key: string): Buffer | undefined {
      const stored = records.getBinary(key);
      return stored === undefined ? undefined : decodeStoredRecord(key, stored, options);
    },
    /** Yields the records whose keys begin with a prefix, by key. */
    *recordsUnder(prefix: string): Generator<readonly [key: string, value: Buffer]> {
      for (const { key, value } of records.getRange(rangeOf(prefix))) {
        yield [key, decodeStoredRecord(key, value, options)];
      }
    },
    /** Yields every record as it is stored, for `decodeStoredRecord`. */
    *storedRecords(): Generator<readonly [key: string, stored: Buffer]> {
      for (const { key, value } of records.getRange(rangeOf(''))) yield [key, value];
    },
    get cellCount(): number {
      return countOf(cells);
    },
    get recordCount(): number {
      return countOf(records);
    },
    /** Writes all changes or none. Durable when it resolves. */
    async commit(changes: EnvironmentChanges): Promise<void> {
      try {
        await root.transaction(() => {
          for (const [hash, value] of changes.cells) {
            if (value === null) cells.removeSync(hash);
            else cells.putSync(hash, value);
          }
          for (const [key, value] of changes.records) {
            if (value === null) records.removeSync(key);
            else records.putSync(key, encodeStoredRecord(key, value));
          }
        });
      } catch (error) {
        throw new CellStoreError('store_failed', 'The cell store could not be written', {}, { cause: error });
      }
    },
    close,
  };
}

async function openChecked(directory: string, isReadOnly: boolean): Promise<OpenedLmdb<string, string>> {
  // Entries of an old store have no checksum. Reading them checks whether the store is old.
  const options = { directory, isOldStore: true };
  try {
    return await openCheckedLmdb<string, string>({
      directory,
      encoding: 'string',
      treesMax: 3,
      isReadOnly,
      visit(tree, { key, value }) {
        if (tree === CELLS_TREE) decodeCell(key, value(), options);
        if (tree === RECORDS_TREE) decodeStoredRecord(key.toString('utf8'), value(), options);
      },
    });
  } catch (cause) {
    if (!(cause instanceof LmdbFileError)) throw cause;
    throw corruptDirectoryError(directory, cause.message, cause);
  }
}

async function openTrees(root: Root, options: { readonly directory: string; readonly isReadOnly: boolean }) {
  // LMDB creates no tree when it only reads.
  const open = <Key extends Buffer | string>(name: string, keyEncoding?: 'binary'): Database<Buffer, Key> => {
    const tree = root.openDB<Buffer, Key>(name, { encoding: 'binary', ...(keyEncoding && { keyEncoding }) });
    if (tree === undefined) throw corruptDirectoryError(options.directory, `its tree ${name} is missing`);
    return tree;
  };
  const cells = open<Buffer>(CELLS_TREE, 'binary');
  const records = open<string>(RECORDS_TREE);
  await removeOlderHolder(root, options);
  const isEmpty = countOf(cells) === 0 && countOf(records) === 0;
  return { cells, records, isOldStore: await readFormat(root, { ...options, isEmpty }) };
}

/** @throws {CellStoreError} `directory_held` while the process of an older program runs */
async function removeOlderHolder(
  root: Root,
  { directory, isReadOnly }: { readonly directory: string; readonly isReadOnly: boolean },
): Promise<void> {
  const holder = root.get(OWNER_KEY);
  if (holder === undefined) return;
  const [pid, born = ''] = holder.split(' ');
  if (isRunning({ pid: Number(pid), born })) {
    const text = `Process ${pid}, of an older version, has the cell store in ${directory}`;
    throw new CellStoreError('directory_held', text, { directory, pid: Number(pid) });
  }
  if (!isReadOnly) await root.remove(OWNER_KEY);
}

/** Returns true when a program without checksums created the store. Marks a new store with the current format. */
async function readFormat(
  root: Root,
  {
    directory,
    isReadOnly,
    isEmpty,
  }: { readonly directory: string; readonly isReadOnly: boolean; readonly isEmpty: boolean },
): Promise<boolean> {
  const isKnown = (key: string): boolean => root.get(key) !== undefined;
  const keys = [CELLS_TREE, RECORDS_TREE, ...[FORMAT_KEY, OWNER_KEY].filter(isKnown)];
  if (countOf(root) !== keys.length) throw corruptDirectoryError(directory, 'it has entries that no program wrote');
  const format = root.get(FORMAT_KEY);
  if (format === undefined && isEmpty && !isReadOnly) await root.put(FORMAT_KEY, FORMAT);
  else if (format !== undefined && format !== FORMAT) throw corruptDirectoryError(directory, `its format is ${format}`);
  return format === undefined && !isEmpty;
}

function rangeOf(prefix: string) {
  return { start: prefix, end: `${prefix}\u{10ffff}` };
}

function corruptDirectoryError(directory: string, what: string, cause?: unknown): CellStoreError {
  const text = `The cell store in ${directory} is damaged: ${what}`;
  return new CellStoreError('store_corrupt', text, { directory }, { cause });
}

function countOf(database: Pick<Database, 'getStats'>): number {
  const { entryCount } = database.getStats() as { readonly entryCount?: number };
  return entryCount ?? 0;
}
