import { closeSync, existsSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { TonriverError } from '@tonriver/errors';
import { isRunning } from './process-identity.ts';

/** What the holder of a directory wrote down of itself: for people, who have to stop it. Nothing is decided by it. */
export interface DirectoryHolder {
  /** As its own system counts: in another container the same number may be another process. */
  readonly pid: number | undefined;
  readonly host: string | undefined;
}

/** A directory that is ours until it is released, or until this process ends. */
export interface DirectoryLock {
  release(): void;
}

const NOBODY_KNOWN: DirectoryHolder = { pid: undefined, host: undefined };

/** Stays in the directory for good: a lock on a file that somebody removed meanwhile keeps nobody out. */
export const LOCK_FILE = 'owner.lock';

/**
 * Makes a directory that nobody else may read, and those above it; one that is there keeps the rights that it has.
 */
export function makePrivateDirectory(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
}

/**
 * Makes the directory if it is not there and takes it for this process alone. The lock is the kernel's: it goes with
 * the process however that ends, and it holds between containers that share a volume, where a pid says nothing.
 *
 * @param held the error to throw when somebody has the directory, be it this very process
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
      // Closing gives the lock back. What is written stays, and says who had it last.
      closeSync(file);
    },
  };
}

/**
 * Keeps everybody from taking a directory while it is only read. Writes nothing, not even the reader's name. A
 * directory without a lock file was never taken this way, and there is nothing to lock.
 *
 * @param held the error to throw when somebody has the directory
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

/** The module is loaded when the first directory is locked: services that lock nothing run where it has no build. */
function tryLock(file: number, directory: string, options: { readonly shared?: boolean } = {}): boolean {
  const { tryLock: lock } = loadLocks();
  try {
    return lock(file, options);
  } catch (cause) {
    const { code = 'no code' } = cause as NodeJS.ErrnoException;
    const text = `${directory} cannot be locked (${code}): its file system has no locks, or no more of them; name another directory`;
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

/** `Process 7 on host-a`, as far as it is known. */
export function holderText({ pid, host }: DirectoryHolder): string {
  if (pid === undefined) return 'Another process';
  return host === undefined || host === hostname() ? `Process ${pid}` : `Process ${pid} on ${host}`;
}

/** The holder may be writing just now, or have died in the middle of it: then it is not known. */
function readHolder(path: string): DirectoryHolder {
  try {
    const { pid, host } = JSON.parse(readFileSync(path, 'utf8')) as { readonly pid?: unknown; readonly host?: unknown };
    // One that ended only wrote its name here before; who reads the directory now writes none.
    if (host === hostname() && typeof pid === 'number' && !isRunning({ pid })) return NOBODY_KNOWN;
    return {
      pid: typeof pid === 'number' ? pid : undefined,
      host: typeof host === 'string' ? host : undefined,
    };
  } catch {
    return NOBODY_KNOWN;
  }
}
