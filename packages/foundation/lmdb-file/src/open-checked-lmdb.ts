import { type Key, open, type RootDatabase } from 'lmdb';
import { checkLmdbDirectory, checkWholeLmdbDirectory, watchLockFile } from './lmdb-directory.ts';
import type { VisitEntry } from './lmdb-file.ts';

export interface OpenCheckedLmdbOptions {
  readonly directory: string;
  /** Encoding of the values in the main tree. */
  readonly encoding: 'json' | 'string';
  /** Number of named trees that may be open. */
  readonly treesMax: number;
  /** Checks the structure of the whole file, calls no `visit` and writes nothing. */
  readonly isReadOnly: boolean;
  /** Called with every value of a file that is checked completely. If it throws, opening fails with its error. */
  readonly visit: VisitEntry;
}

/** An open LMDB environment. */
export interface OpenedLmdb<Value, MainKey extends Key> {
  readonly root: RootDatabase<Value, MainKey>;
  readonly close: () => Promise<void>;
}

/**
 * Checks a directory, see `checkLmdbDirectory`, and opens it with LMDB. Creates the data file when it is new. The
 * caller must have locked the directory. A reader gets no `visit`: it reads every value itself, and goes on after a
 * damaged one.
 *
 * @throws {LmdbFileError} `lmdb_damaged`
 */
export async function openCheckedLmdb<Value, MainKey extends Key>(
  options: OpenCheckedLmdbOptions,
): Promise<OpenedLmdb<Value, MainKey>> {
  const { directory, encoding, treesMax, isReadOnly, visit } = options;
  const removeLockFile = isReadOnly ? watchLockFile(directory) : () => undefined;
  if (isReadOnly) await checkWholeLmdbDirectory(directory);
  else await checkLmdbDirectory(directory, { visit });
  const root = open<Value, MainKey>({
    path: directory,
    encoding,
    // A write resolves after its commit is on the disk. By default it resolves before, and a power failure may undo it.
    overlappingSync: false,
    maxDbs: treesMax,
    noSubdir: false,
    readOnly: isReadOnly,
  });
  return {
    root,
    async close() {
      await root.close();
      removeLockFile();
    },
  };
}
