import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { damaged } from './lmdb-file-error.ts';
import { DATA_FILE, type LmdbFileCounts, openLmdbFile, type VisitEntry } from './lmdb-file.ts';

/** Lies beside a data file that has been written. If only this file is there, the data file was lost. */
const MARKER_FILE = 'contents.txt';

export interface CheckOptions {
  /**
   * A larger data file is not read completely: only its length, its main tree and the branches of its other trees are
   * checked, so that a start does not take longer the more is stored. Default: 64 MiB, about half a million cells.
   * `Infinity` for a command that may take its time.
   */
  readonly wholeBytesMax?: number;
  /** Called with every value. If it throws, the check ends with its error. */
  readonly visit?: VisitEntry;
}

const WHOLE_BYTES_MAX = 64 * 1024 * 1024;

/**
 * Tells whether anything was ever stored here. Creates no file. An empty data file counts too: its contents may be
 * lost.
 */
export function hasLmdbData(directory: string): boolean {
  return [DATA_FILE, MARKER_FILE].some((name) => existsSync(join(directory, name)));
}

/**
 * Checks a directory before LMDB maps its data file: a page behind the end of the file, or a pointer out of its page,
 * would end the process by a signal. The caller must have locked the directory.
 *
 * @returns undefined when nothing is there yet and LMDB will create it
 * @throws {LmdbFileError} `lmdb_damaged`
 */
export async function checkLmdbDirectory(
  directory: string,
  { wholeBytesMax = WHOLE_BYTES_MAX, visit }: CheckOptions = {},
): Promise<LmdbFileCounts | undefined> {
  const file = openLmdbFile(directory);
  if (file === undefined) {
    if (!existsSync(join(directory, MARKER_FILE))) return undefined;
    throw damaged(join(directory, DATA_FILE), 'it was written earlier, and is now empty or missing');
  }
  try {
    return await file.check(file.byteLength > wholeBytesMax ? 'branches' : 'entries', visit);
  } finally {
    file.close();
  }
}

/**
 * Checks a directory completely, for a reader.
 *
 * @throws {LmdbFileError} `lmdb_damaged`, also when the data file is empty or missing
 */
export async function checkWholeLmdbDirectory(directory: string, visit?: VisitEntry): Promise<LmdbFileCounts> {
  const wholeBytesMax = Number.POSITIVE_INFINITY;
  const counts = await checkLmdbDirectory(
    directory,
    visit === undefined ? { wholeBytesMax } : { wholeBytesMax, visit },
  );
  if (counts === undefined) throw damaged(join(directory, DATA_FILE), 'it is empty or missing');
  return counts;
}

/**
 * LMDB creates a lock file even when it only reads. Call this before LMDB opens a directory for reading.
 *
 * @returns a function to call when the directory is closed; it removes the lock file if it was not there before
 */
export function watchLockFile(directory: string): () => void {
  const path = join(directory, 'lock.mdb');
  const wasThere = existsSync(path);
  return () => {
    if (!wasThere) rmSync(path, { force: true });
  };
}

/** Marks that the data file has been written. Call it when the first commit is durable. */
export function markLmdbDirectory(directory: string, contents: string): void {
  const path = join(directory, MARKER_FILE);
  if (!existsSync(path)) writeFileSync(path, `${DATA_FILE} here holds ${contents}.\n`, { mode: 0o600 });
}
