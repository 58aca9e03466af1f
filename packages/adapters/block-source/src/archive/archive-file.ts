import { open, readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isNativeError } from 'node:util/types';
import { errorMessage } from '@tonriver/errors';
import { BlockSourceError } from '../block-source-error.ts';
import { PACKAGE_MAGIC } from './read-package.ts';

/** A file of an archive folder, by what its name says it is. */
export interface ArchiveFile {
  readonly path: string;
  readonly kind: 'boc' | 'package';
}

export interface ArchiveFiles {
  /** Sorted, so that errors and progress come in the same order on every machine. */
  readonly files: readonly ArchiveFile[];
  /** Files in folders whose names say that they are something else. */
  readonly ignoredCount: number;
}

export interface ListingOptions {
  /** What vanishes between two looks, such as a temporary file that gets its name, is passed over. */
  readonly isGrowing: boolean;
}

/**
 * Lists the `.boc` files and `.pack` packages at the given paths (files, or folders searched to any depth). Links are
 * followed, to files and to folders: left out, a block behind one would be a hole that nobody asked for. A file that is
 * named itself is taken whatever its name is.
 *
 * @throws {BlockSourceError} `unreadable_path` when a path is not there or cannot be read
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

/** What is no package is read as a bag of cells, and refused by its name when it is none. */
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

/** @param above real paths of the folders that this one lies in: a link back to one of them leads round in circles */
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
      if (!options.isGrowing || !isGone(error)) throw error;
    });
  }
  return files;
}

/** Whether a file or folder was there a moment ago and is no longer. */
export function isGone(error: unknown): boolean {
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
