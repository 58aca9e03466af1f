import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { hostname } from 'node:os';
import { join } from 'node:path';

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

/** Stays in the directory for good: a lock on a file that somebody removed meanwhile keeps nobody out. */
export const LOCK_FILE = 'owner.lock';

const locks = createRequire(import.meta.url)('fs-native-extensions') as {
  readonly tryLock: (file: number) => boolean;
};

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
    if (!locks.tryLock(file)) throw held(readHolder(path));
    ftruncateSync(file);
    writeSync(file, JSON.stringify({ pid: process.pid, host: hostname() }));
  } catch (error) {
    closeSync(file);
    throw error;
  }
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

/** `Process 7 on host-a`, as far as it is known. */
export function holderText({ pid, host }: DirectoryHolder): string {
  if (pid === undefined) return 'Another process';
  return host === undefined || host === hostname() ? `Process ${pid}` : `Process ${pid} on ${host}`;
}

/** The holder may be writing just now, or have died in the middle of it: then it is not known. */
function readHolder(path: string): DirectoryHolder {
  try {
    const { pid, host } = JSON.parse(readFileSync(path, 'utf8')) as { readonly pid?: unknown; readonly host?: unknown };
    return {
      pid: typeof pid === 'number' ? pid : undefined,
      host: typeof host === 'string' ? host : undefined,
    };
  } catch {
    return { pid: undefined, host: undefined };
  }
}
