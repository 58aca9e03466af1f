import { mkdtempSync } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockDirectory } from '@tonriver/lifecycle';
import type { Logger } from '@tonriver/logger';

/** Where a port keeps what its statement processes write: definitions of tables, a log, nothing that is missed. */
export interface WorkDirectory {
  readonly path: string;
  /** Removes it with everything in it. Never rejects. */
  remove(): Promise<void>;
}

/** Another one than releases had that locked no directory: theirs would look like left ones. */
const namePrefix = 'tonriver-statement-processes-';
/** Between being made and being locked a directory looks like one that was left. */
const ageMsMin = 60_000;

/**
 * Makes a directory for this port alone, and removes those of ports that were killed. Whether a port is alive is told
 * by the lock that it holds and not by a number of a process, which may be another's by now, or in another container.
 */
export async function openWorkDirectory({
  logger,
  parent = tmpdir(),
}: {
  readonly logger: Logger;
  readonly parent?: string;
}): Promise<WorkDirectory> {
  const path = mkdtempSync(join(parent, namePrefix));
  const lock = lockDirectory(path, () => new Error(`Another process has ${path}`));
  await removeLeftOnes(parent, logger);
  return {
    path,
    async remove() {
      lock.release();
      await removeDirectory(path, logger);
    },
  };
}

/** Never rejects: what cannot be removed now is left for the next start. */
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
    // It is held, or gone meanwhile.
    return false;
  }
}
