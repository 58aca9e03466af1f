import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { lockDirectory } from '@tonriver/lifecycle';
import { DevnetStoreError } from '@tonriver/devnet-store';

/** The folders of a devnet, and nothing else of its directory. */
const FOLDERS = ['chain', 'states'];

/** Removes the stored chain of a directory. @throws {DevnetStoreError} `directory_held` while a devnet runs on it */
export function removeChain(directory: string): void {
  for (const name of FOLDERS) {
    const folder = join(directory, name);
    if (!existsSync(folder)) continue;
    const lock = lockDirectory(folder, (holder) => {
      const fields = { directory: folder, ...holder };
      return new DevnetStoreError('directory_held', `A devnet runs on ${folder}: it is not removed`, fields);
    });
    try {
      rmSync(folder, { recursive: true, force: true });
    } finally {
      lock.release();
    }
  }
}
