import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorMessage } from '@tonriver/errors';
import { BlockSourceError } from '../block-source-error.ts';

/** A file of an archive folder, by what its name says it is. */
export interface ArchiveFile {
  readonly path: string;
  readonly kind: 'boc' | 'package';
}

/**
 * Lists the `.boc` files and `.pack` packages at the given paths (files, or folders searched to any depth), sorted, so
 * that errors and progress come in the same order on every machine.
 *
 * @throws {BlockSourceError} `unreadable_path` when a path is not there or cannot be read
 */
export async function listArchiveFiles(paths: readonly string[]): Promise<readonly ArchiveFile[]> {
  const found = new Map<string, ArchiveFile>();
  for (const path of paths) {
    for (const file of await filesAt(path)) {
      if (file.endsWith('.boc')) found.set(file, { path: file, kind: 'boc' });
      else if (file.endsWith('.pack')) found.set(file, { path: file, kind: 'package' });
    }
  }
  return [...found.values()].toSorted((left, right) => (left.path < right.path ? -1 : 1));
}

async function filesAt(path: string): Promise<readonly string[]> {
  try {
    if ((await stat(path)).isFile()) return [path];
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    const files: string[] = [];
    for (const entry of entries) {
      const entryPath = join(entry.parentPath, entry.name);
      // A link to a file counts as the file: left out, its block would be a hole that nobody asked for.
      if (entry.isFile() || (entry.isSymbolicLink() && (await stat(entryPath)).isFile())) files.push(entryPath);
    }
    return files;
  } catch (cause) {
    throw new BlockSourceError('unreadable_path', `Cannot read ${path}: ${errorMessage(cause)}`, { path }, { cause });
  }
}
