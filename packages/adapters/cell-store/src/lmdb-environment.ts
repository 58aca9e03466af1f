import { isRunning } from '@tonriver/lifecycle';
import {
  checkLmdbDirectory,
  checkWholeLmdbDirectory,
  LmdbFileError,
  markLmdbDirectory,
  type VisitEntry,
  watchLockFile,
} from '@tonriver/lmdb-file';
import { type Database, open, type RootDatabase } from 'lmdb';
import { CellStoreError } from './cell-store-error.ts';
import { decodeCell } from './stored-cell.ts';
import { decodeStoredRecord, encodeStoredRecord } from './stored-record.ts';

/** What one commit changes: null takes a key away. */
export interface EnvironmentChanges {
  readonly cells: Iterable<readonly [hash: Buffer, value: Buffer | null]>;
  readonly records: Iterable<readonly [key: string, value: Uint8Array | null]>;
}

/** The LMDB environment: cells by hash, and small records by name. Reads see whole commits. */
export type LmdbEnvironment = Awaited<ReturnType<typeof openLmdbEnvironment>>;

type Root = RootDatabase<string, string>;

/** Names of the trees, which have an entry each in the main one. */
export const CELLS_TREE = 'cells';
export const RECORDS_TREE = 'records';
/** Says that everything in the store has a checksum. */
const FORMAT_KEY = 'format';
const FORMAT = '2';
/** Programs before 0.2 kept their holder there, as `pid birth`: they know nothing of the lock. */
const OWNER_KEY = 'owner';

/**
 * Opens the environment, or creates it, in a directory that is ours: LMDB itself would let several processes in. What
 * is there is checked first, because LMDB takes the form of its file on trust: whole when it is small. For reading it
 * must be there, its form is checked whole, and it stays as it is.
 * Cells and records also have checksums, which every reading checks.
 *
 * @throws {CellStoreError} `store_corrupt`
 */
export async function openLmdbEnvironment(
  directory: string,
  { isReadOnly = false }: { readonly isReadOnly?: boolean } = {},
) {
  const removeLockFile = isReadOnly ? watchLockFile(directory) : () => undefined;
  const root = await openChecked(directory, isReadOnly);
  const close = async (): Promise<void> => {
    await root.close();
    removeLockFile();
  };
  const opened = await openTrees(root, { directory, isReadOnly }).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const { cells, records, isOldStore } = opened;
  if (!isReadOnly) markLmdbDirectory(directory, 'the live cells');
  const options = { isOldStore, directory };
  return {
    /** Begun by a program that kept no checksums: what it wrote has none. */
    isOldStore,
    directory,
    cell: (hash: Buffer): Buffer | undefined => cells.getBinary(hash),
    /** Every cell, by hash; both are views that hold until the next is asked for. */
    *cells(): Generator<readonly [hash: Buffer, value: Buffer]> {
      for (const { key, value } of cells.getRange({})) yield [Buffer.from(key), value];
    },
    record(key: string): Buffer | undefined {
      const stored = records.getBinary(key);
      return stored === undefined ? undefined : decodeStoredRecord(key, stored, options);
    },
    /** Records whose key begins with a prefix, by key. */
    *recordsUnder(prefix: string): Generator<readonly [key: string, value: Buffer]> {
      for (const { key, value } of records.getRange(under(prefix))) {
        yield [key, decodeStoredRecord(key, value, options)];
      }
    },
    /** Every record as it is stored, for `decodeStoredRecord`. */
    *storedRecords(): Generator<readonly [key: string, stored: Buffer]> {
      for (const { key, value } of records.getRange(under(''))) yield [key, value];
    },
    get cellCount(): number {
      return countOf(cells);
    },
    get recordCount(): number {
      return countOf(records);
    },
    /** All or nothing, durable when resolved. */
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

async function openChecked(directory: string, isReadOnly: boolean): Promise<Root> {
  try {
    // What an old program stored has no checksum, and whether it may be there is asked when it is read.
    const options = { directory, isOldStore: true };
    const visit: VisitEntry = (tree, { key, value }) => {
      if (tree === CELLS_TREE) decodeCell(key, value(), options);
      if (tree === RECORDS_TREE) decodeStoredRecord(key.toString('utf8'), value(), options);
    };
    // Who examines a store reads everything in it, and goes on after what is damaged.
    if (isReadOnly) await checkWholeLmdbDirectory(directory);
    else await checkLmdbDirectory(directory, { visit });
    return open<string, string>({
      path: directory,
      encoding: 'string',
      // A commit is synchronised before it is announced. (The default announces first: a power failure may undo it.)
      overlappingSync: false,
      maxDbs: 3,
      noSubdir: false,
      readOnly: isReadOnly,
    });
  } catch (cause) {
    if (!(cause instanceof LmdbFileError)) throw cause;
    throw directoryCorrupt(directory, cause.message, cause);
  }
}

async function openTrees(root: Root, options: { readonly directory: string; readonly isReadOnly: boolean }) {
  // When LMDB only reads, it makes no tree.
  const open = <Key extends Buffer | string>(name: string, keyEncoding?: 'binary'): Database<Buffer, Key> => {
    const tree = root.openDB<Buffer, Key>(name, { encoding: 'binary', ...(keyEncoding && { keyEncoding }) });
    if (tree === undefined) throw directoryCorrupt(options.directory, `its tree ${name} is missing`);
    return tree;
  };
  const cells = open<Buffer>(CELLS_TREE, 'binary');
  const records = open<string>(RECORDS_TREE);
  await takeFromOlderProgram(root, options);
  const isEmpty = countOf(cells) === 0 && countOf(records) === 0;
  return { cells, records, isOldStore: await readFormat(root, { ...options, isEmpty }) };
}

/** @throws {CellStoreError} `directory_held` while the holder that an older program wrote down still runs */
async function takeFromOlderProgram(
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

/** @returns whether the store was begun by a program that kept no checksums; a new one is told that it was not */
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
  if (countOf(root) !== keys.length) throw directoryCorrupt(directory, 'it has entries that nobody wrote');
  const format = root.get(FORMAT_KEY);
  if (format === undefined && isEmpty && !isReadOnly) await root.put(FORMAT_KEY, FORMAT);
  else if (format !== undefined && format !== FORMAT) throw directoryCorrupt(directory, `its format is ${format}`);
  return format === undefined && !isEmpty;
}

function under(prefix: string) {
  return { start: prefix, end: `${prefix}\u{10ffff}` };
}

function directoryCorrupt(directory: string, what: string, cause?: unknown): CellStoreError {
  const text = `The cell store in ${directory} is damaged: ${what}`;
  return new CellStoreError('store_corrupt', text, { directory }, { cause });
}

function countOf(database: Pick<Database, 'getStats'>): number {
  const { entryCount } = database.getStats() as { readonly entryCount?: number };
  return entryCount ?? 0;
}
