import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type DirectoryLock, holderText, lockDirectory } from '@tonriver/lifecycle';
import { CHAIN_FOLDER } from './devnet-options.ts';
import { INDEX_FOLDERS } from './directory-contents.ts';
import { StandaloneError } from './standalone-error.ts';

/** The stores that lock their folders while they are open. */
const LOCKED_FOLDERS = [join(CHAIN_FOLDER, 'chain'), join(CHAIN_FOLDER, 'states'), ...INDEX_FOLDERS];
/** What belongs to the index beside its folders. */
const FILES = ['running.json'];

export interface ResetOptions {
  readonly dataDirectory: string;
  /** True: does not ask. */
  readonly isConfirmed: boolean;
  /** Asks the person at the terminal; undefined without one. */
  readonly ask: ((question: string) => Promise<boolean>) | undefined;
}

/**
 * Removes the chain of a devnet and its index together. Nothing else of the directory is removed.
 *
 * @throws {StandaloneError} `not_confirmed`, or `directory_held` while a process uses one of the folders
 */
export async function resetDevnet({ dataDirectory, isConfirmed, ask }: ResetOptions): Promise<void> {
  const names = [CHAIN_FOLDER, ...INDEX_FOLDERS, ...FILES].filter((name) => existsSync(join(dataDirectory, name)));
  if (names.length === 0) return;
  const locks: DirectoryLock[] = [];
  try {
    for (const name of LOCKED_FOLDERS) {
      const folder = join(dataDirectory, name);
      if (existsSync(folder)) locks.push(lockDirectory(folder, (holder) => held(dataDirectory, holder)));
    }
    if (!isConfirmed) await confirm(dataDirectory, ask);
    for (const name of names) rmSync(join(dataDirectory, name), { recursive: true, force: true });
  } finally {
    for (const lock of locks) lock.release();
  }
}

async function confirm(dataDirectory: string, ask: ResetOptions['ask']): Promise<void> {
  const fields = { dataDirectory };
  const what = `the chain and its index in ${dataDirectory}`;
  if (ask === undefined) {
    const text = `--reset removes ${what}: without a terminal, --yes must confirm it`;
    throw new StandaloneError('not_confirmed', text, fields);
  }
  if (!(await ask(`Remove ${what}? [y/N] `))) {
    throw new StandaloneError('not_confirmed', 'Nothing was removed: start without --reset to go on', fields);
  }
}

function held(dataDirectory: string, holder: Parameters<typeof holderText>[0]): StandaloneError {
  const text = `${holderText(holder)} uses ${dataDirectory}: stop it before --reset`;
  return new StandaloneError('directory_held', text, { dataDirectory, ...holder });
}
