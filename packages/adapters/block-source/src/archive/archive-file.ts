import { open, readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isNativeError } from 'node:util/types';
import { errorMessage } from '@tonriver/errors';
import { BlockSourceError } from '../block-source-error.ts';
import { PACKAGE_MAGIC } from './read-package.ts';

/** A file of an archive, with its kind. */
export interface ArchiveFile {
  readonly path: string;
  readonly kind: 'boc' | 'package';
}

export interface ArchiveFiles {
  /** Sorted by path, so that the first error is the same on every machine. */
  readonly files: readonly ArchiveFile[];
  /** Number of files in folders that are neither `.boc` nor `.pack`. */
  readonly ignoredCount: number;
}

export interface ListingOptions {
  /** Skips files that are renamed or removed while the folder is read. */
  readonly isGrowing: boolean;
}

/**
 * Lists the `.boc` files and `.pack` packages at the given paths (files, or folders searched to any depth). Follows
 * links, because a skipped one could hide a block. A file given as a path is taken whatever its name is.
 *
 * @throws {BlockSourceError} `unreadable_path` when a path does not exist or cannot be read
 */
export async function listArchiveFiles(
  paths: readonly string[],
  options: ListingOptions = { isGrowing: false },
): Promise<ArchiveFiles> {
  const found = new Map<string, ArchiveFile>();
  let ignoredCount = 0;
  for (const path of paths) {
    if (await isFile(path)) {
      found.set(path, { path, kind: kindByName(path) ?? (await kindByMagic(path)) });
      continue;
    }
    for (const file of await filesIn(path, new Set(), options)) {
      const kind = kindByName(file);
      if (kind === undefined) ignoredCount += 1;
      else found.set(file, { path: file, kind });
    }
  }
  return { files: [...found.values()].toSorted((left, right) => (left.path < right.path ? -1 : 1)), ignoredCount };
}

function kindByName(path: string): ArchiveFile['kind'] | undefined {
  const name = path.toLowerCase();
  if (name.endsWith('.boc')) return 'boc';
  return name.endsWith('.pack') ? 'package' : undefined;
}

/** Returns `boc` for every file without the magic of a package. Reading it then fails if it is no bag of cells. */
async function kindByMagic(path: string): Promise<ArchiveFile['kind']> {
  return await readable(path, async () => {
    const file = await open(path, 'r');
    try {
      const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
      return buffer.readUInt32LE() === PACKAGE_MAGIC ? 'package' : 'boc';
    } finally {
      await file.close();
    }
  });
}

async function isFile(path: string): Promise<boolean> {
  return await readable(path, async () => (await stat(path)).isFile());
}

/** @param above real paths of the folders around this one, so that a link to one of them is not followed */
async function filesIn(
  folder: string,
  above: ReadonlySet<string>,
  options: ListingOptions,
): Promise<readonly string[]> {
  const real = await readable(folder, () => realpath(folder));
  if (above.has(real)) return [];
  const files: string[] = [];
  for (const entry of await readable(folder, () => readdir(folder, { withFileTypes: true }))) {
    const path = join(folder, entry.name);
    const look = async (): Promise<void> => {
      const target = entry.isSymbolicLink() ? await readable(path, () => stat(path)) : entry;
      if (target.isFile()) files.push(path);
      else if (target.isDirectory()) files.push(...(await filesIn(path, new Set([...above, real]), options)));
    };
    await look().catch((error: unknown) => {
      if (!options.isGrowing || !isFileMissing(error)) throw error;
    });
  }
  return files;
}

/** Returns true for the error of a file or folder that does not exist. */
export function isFileMissing(error: unknown): boolean {
  const cause = error instanceof BlockSourceError ? error.cause : error;
  return isNativeError(cause) && 'code' in cause && cause.code === 'ENOENT';
}

async function readable<Result>(path: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (cause) {
    throw new BlockSourceError('unreadable_path', `Cannot read ${path}: ${errorMessage(cause)}`, { path }, { cause });
  }
}
