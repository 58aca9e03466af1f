import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { damaged } from './lmdb-file-error.ts';
import { DATA_FILE, type LmdbFileCounts, openLmdbFile, type VisitEntry } from './lmdb-file.ts';

/** Lies beside a data file that was written once: without it nobody could tell a lost file from a first start. */
const MARKER_FILE = 'contents.txt';

export interface CheckOptions {
  /**
   * A data file of more bytes is not read whole: only its length, its main tree and the branches of its other trees are
   * checked, so that a start does not take longer the more is stored. 64 MiB, about half a million cells, by default;
   * `Infinity` for a command that has the time.
   */
  readonly wholeBytesMax?: number;
  /** Called with every value that is met; what it throws ends the check. */
  readonly visit?: VisitEntry;
}

const WHOLE_BYTES_MAX = 64 * 1024 * 1024;

/** Whether anything was ever stored here: looking must not make it. An empty file counts: it may be a loss. */
export function hasLmdbData(directory: string): boolean {
  return [DATA_FILE, MARKER_FILE].some((name) => existsSync(join(directory, name)));
}

/**
 * Looks at a directory before LMDB maps what is in it: a page that lies behind the file's end would end the process by
 * a signal, a pointer out of its page too. The directory must be ours alone.
 *
 * @returns undefined when LMDB will begin anew there
 * @throws {LmdbFileError} `lmdb_damaged`
 */
export async function checkLmdbDirectory(
  directory: string,
  { wholeBytesMax = WHOLE_BYTES_MAX, visit }: CheckOptions = {},
): Promise<LmdbFileCounts | undefined> {
  const file = openLmdbFile(directory);
  if (file === undefined) {
    if (!existsSync(join(directory, MARKER_FILE))) return undefined;
    throw damaged(join(directory, DATA_FILE), 'it was written, and now it is empty or not there');
  }
  try {
    return await file.check(file.byteLength > wholeBytesMax ? 'branches' : 'entries', visit);
  } finally {
    file.close();
  }
}

/**
 * Looks at a whole directory that is only read, in which nothing may begin anew.
 *
 * @throws {LmdbFileError} `lmdb_damaged`, also when nothing is there or it is empty
 */
export async function checkWholeLmdbDirectory(directory: string, visit?: VisitEntry): Promise<LmdbFileCounts> {
  const wholeBytesMax = Number.POSITIVE_INFINITY;
  const counts = await checkLmdbDirectory(
    directory,
    visit === undefined ? { wholeBytesMax } : { wholeBytesMax, visit },
  );
  if (counts === undefined) throw damaged(join(directory, DATA_FILE), 'it is empty or not there');
  return counts;
}

/**
 * LMDB makes a lock file also where it only reads. To be called before it opens a directory for reading.
 *
 * @returns removes that file again when it was not there before; to be called when the directory is closed
 */
export function watchLockFile(directory: string): () => void {
  const path = join(directory, 'lock.mdb');
  const wasThere = existsSync(path);
  return () => {
    if (!wasThere) rmSync(path, { force: true });
  };
}

/** To be called when the first commit is durable. */
export function markLmdbDirectory(directory: string, contents: string): void {
  const path = join(directory, MARKER_FILE);
  if (!existsSync(path)) writeFileSync(path, `${DATA_FILE} here holds ${contents}.\n`, { mode: 0o600 });
}
