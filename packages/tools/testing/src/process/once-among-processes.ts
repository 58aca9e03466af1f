import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TestingError } from '../testing-error.ts';

const WAIT_MS_MAX = 10 * 60_000;

/**
 * Makes something once per machine: the process that creates the lock folder makes it, and all others wait until it is
 * there. The lock names its process, so that one that died meanwhile is noticed and replaced.
 */
export async function onceAmongProcesses(
  lock: string,
  isDone: () => boolean,
  make: () => Promise<void>,
): Promise<void> {
  const deadline = performance.now() + WAIT_MS_MAX;
  await mkdir(join(lock, '..'), { recursive: true });
  while (!isDone()) {
    if (await takeLock(lock)) {
      try {
        // Another process may have finished between the check above and the lock.
        if (!isDone()) await make();
      } finally {
        await rm(lock, { recursive: true, force: true });
      }
      return;
    }
    if (performance.now() > deadline) {
      throw new TestingError('program_failed', 'Another process holds the lock for too long', { lock });
    }
    await sleep(200);
  }
}

/** Renames a finished folder in one step. A second process throws its copy away: both are equal. */
export async function putInPlace(finished: string, target: string): Promise<void> {
  try {
    await rename(finished, target);
  } catch (error) {
    if (!existsSync(target)) throw error;
    await rm(finished, { recursive: true, force: true });
  }
}

async function takeLock(lock: string): Promise<boolean> {
  try {
    await mkdir(lock);
    await writeFile(join(lock, 'pid'), String(process.pid));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const holder = Number(await readFile(join(lock, 'pid'), 'utf8').catch(() => ''));
  // No pid: the holder is between its two steps above, or died there. The deadline ends the second case.
  if (holder > 0 && !isAlive(holder)) {
    // Renaming first: of several that notice the death at once only one succeeds. One that looked earlier may still
    // take a newer lock away; then two make the same thing, and `putInPlace` keeps the first.
    const dead = `${lock}.${process.pid}.dead`;
    const isMine = await rename(lock, dead).then(
      () => true,
      () => false,
    );
    if (isMine) await rm(dead, { recursive: true, force: true });
  }
  return false;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
