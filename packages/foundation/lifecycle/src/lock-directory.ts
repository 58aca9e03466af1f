import { closeSync, existsSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { TonriverError } from '@tonriver/errors';
import { isRunning } from './process-identity.ts';

/** The process that has locked a directory. Only for messages to people: the lock itself does not depend on it. */
export interface DirectoryHolder {
  /** Valid on the holder's own system: in another container the same number may be another process. */
  readonly pid: number | undefined;
  readonly host: string | undefined;
}

/** A directory that belongs to this process until the lock is released or the process ends. */
export interface DirectoryLock {
  release(): void;
}

const UNKNOWN_HOLDER: DirectoryHolder = { pid: undefined, host: undefined };

/** Is never removed: if it were, two processes could lock two different files of this name. */
export const LOCK_FILE = 'owner.lock';

/**
 * Makes a directory that only its owner can read, and its parents. An existing directory keeps its permissions.
 */
export function makePrivateDirectory(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
}

/**
 * Makes the directory if it is missing, and locks it for this process. It is a lock of the kernel: the kernel releases
 * it when the process ends, in whatever way, and it also works between containers that share a volume.
 *
 * @param held makes the error to throw when the directory is already locked, by another process or by this one
 */
export function lockDirectory(directory: string, held: (holder: DirectoryHolder) => Error): DirectoryLock {
  makePrivateDirectory(directory);
  const path = join(directory, LOCK_FILE);
  const file = openSync(path, 'a+', 0o600);
  try {
    if (!tryLock(file, directory)) throw held(readHolder(path));
    ftruncateSync(file);
    writeSync(file, JSON.stringify({ pid: process.pid, host: hostname() }));
  } catch (error) {
    closeSync(file);
    throw error;
  }
  return lockOver(file);
}

function lockOver(file: number): DirectoryLock {
  let isReleased = false;
  return {
    release() {
      if (isReleased) return;
      isReleased = true;
      // Closing releases the lock. The text in the file stays and names the last holder.
      closeSync(file);
    },
  };
}

/**
 * Prevents others from locking a directory while it is read. Writes nothing. A directory without a lock file was never
 * locked, so there is nothing to do.
 *
 * @param held makes the error to throw when a process has locked the directory
 */
export function lockDirectoryForReading(directory: string, held: (holder: DirectoryHolder) => Error): DirectoryLock {
  const path = join(directory, LOCK_FILE);
  if (!existsSync(path)) return { release: () => undefined };
  const file = openSync(path, 'r');
  try {
    if (!tryLock(file, directory, { shared: true })) throw held(readHolder(path));
  } catch (error) {
    closeSync(file);
    throw error;
  }
  return lockOver(file);
}

/** Loads the native module only here: services that lock nothing also run on systems without a build of it. */
function tryLock(file: number, directory: string, options: { readonly shared?: boolean } = {}): boolean {
  const { tryLock: lock } = loadLocks();
  try {
    return lock(file, options);
  } catch (cause) {
    const { code = 'no code' } = cause as NodeJS.ErrnoException;
    const text = `${directory} cannot be locked (${code}): its file system supports no locks or has none left; choose another directory`;
    throw new TonriverError('directory_locks_missing', text, { directory, code }, { cause });
  }
}

interface Locks {
  readonly tryLock: (file: number, options: { readonly shared?: boolean }) => boolean;
}

function loadLocks(): Locks {
  try {
    return createRequire(import.meta.url)('fs-native-extensions') as Locks;
  } catch (cause) {
    const system = `${process.platform} on ${process.arch}`;
    const text = `Directories cannot be locked: the native module fs-native-extensions does not load on this system (${system})`;
    throw new TonriverError('directory_locks_missing', text, { platform: process.platform }, { cause });
  }
}

/** `Process 7 on host-a`, or less if less is known. */
export function holderText({ pid, host }: DirectoryHolder): string {
  if (pid === undefined) return 'Another process';
  return host === undefined || host === hostname() ? `Process ${pid}` : `Process ${pid} on ${host}`;
}

/** The holder is unknown while it is writing its entry, or when it died while doing so. */
function readHolder(path: string): DirectoryHolder {
  try {
    const { pid, host } = JSON.parse(readFileSync(path, 'utf8')) as { readonly pid?: unknown; readonly host?: unknown };
    // A process that has ended is an earlier holder. The present one only reads the directory and writes no entry.
    if (host === hostname() && typeof pid === 'number' && !isRunning({ pid })) return UNKNOWN_HOLDER;
    return {
      pid: typeof pid === 'number' ? pid : undefined,
      host: typeof host === 'string' ? host : undefined,
    };
  } catch {
    return UNKNOWN_HOLDER;
  }
}
