import { mkdtempSync } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockDirectory } from '@tonriver/lifecycle';
import type { Logger } from '@tonriver/logger';

/** The directory for the files of a port's statement processes: table definitions and a log, all replaceable. */
export interface WorkDirectory {
  readonly path: string;
  /** Removes it with everything in it. Never rejects. */
  remove(): Promise<void>;
}

/** Differs from the name in older releases, which did not lock their directories and would seem to have ended. */
const namePrefix = 'tonriver-statement-processes-';
/** A new directory is not removed for this long: until it is locked, its port seems to have ended. */
const ageMsMin = 60_000;

/**
 * Makes a directory for this port, and removes those of ports that were killed. A lock shows that a port is alive. A
 * pid would not: by now it may belong to another process, or be one of another container.
 */
export async function openWorkDirectory({
  logger,
  parent = tmpdir(),
}: {
  readonly logger: Logger;
  readonly parent?: string;
}): Promise<WorkDirectory> {
  const path = mkdtempSync(join(parent, namePrefix));
  const lock = lockDirectory(path, () => new Error(`Another process uses ${path}`));
  await removeLeftOnes(parent, logger);
  return {
    path,
    async remove() {
      lock.release();
      await removeDirectory(path, logger);
    },
  };
}

/** Removes a directory if its port has ended. Never rejects: the next start tries again. */
export async function removeDirectory(path: string, logger: Logger): Promise<void> {
  await rm(path, { recursive: true, force: true }).catch((error: unknown) => {
    logger.warn('A temporary directory could not be removed', { path, error });
  });
}

async function removeLeftOnes(parent: string, logger: Logger): Promise<void> {
  for (const name of await readdir(parent)) {
    const path = join(parent, name);
    if (name.startsWith(namePrefix) && (await isLeft(path))) await removeDirectory(path, logger);
  }
}

async function isLeft(path: string): Promise<boolean> {
  try {
    const found = await lstat(path);
    const isOurs = found.isDirectory() && found.uid === process.getuid?.();
    if (!isOurs || Date.now() - found.mtimeMs < ageMsMin) return false;
    lockDirectory(path, () => new Error('It is held')).release();
    return true;
  } catch {
    // It is locked, or was removed meanwhile.
    return false;
  }
}
