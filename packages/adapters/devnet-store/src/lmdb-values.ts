import { holderText, lockDirectory } from '@tonriver/lifecycle';
import { LmdbFileError, markLmdbDirectory, openCheckedLmdb } from '@tonriver/lmdb-file';
import { DevnetStoreError } from './devnet-store-error.ts';
import { decodeStoredValue, encodeStoredValue } from './stored-value.ts';
import type { ValueEnvironment } from './value-environment.ts';

const VALUES_TREE = 'values';

/**
 * Locks a directory, checks its LMDB file and opens it, or creates it.
 *
 * @throws {DevnetStoreError} `directory_held`, `store_corrupt`
 */
export async function openLmdbValues(directory: string): Promise<ValueEnvironment> {
  const lock = lockDirectory(directory, (holder) => {
    const text = `${holderText(holder)} has the devnet in ${directory}`;
    return new DevnetStoreError('directory_held', text, { directory, ...holder });
  });
  try {
    return await openValues(directory, () => lock.release());
  } catch (error) {
    lock.release();
    if (!(error instanceof LmdbFileError)) throw error;
    const text = `The store of the devnet in ${directory} is damaged: ${error.message}`;
    throw new DevnetStoreError('store_corrupt', text, { directory }, { cause: error });
  }
}

async function openValues(directory: string, release: () => void): Promise<ValueEnvironment> {
  const { root, close } = await openCheckedLmdb<string, string>({
    directory,
    encoding: 'string',
    treesMax: 1,
    isReadOnly: false,
    visit(tree, { key, value }) {
      if (tree === VALUES_TREE) decodeStoredValue(key.toString('utf8'), value());
    },
  });
  const values = root.openDB<Buffer, string>(VALUES_TREE, { encoding: 'binary' });
  markLmdbDirectory(directory, 'the chain of a devnet');
  return {
    get(key) {
      const stored = values.getBinary(key);
      return stored === undefined ? undefined : decodeStoredValue(key, stored);
    },
    has: (key) => values.doesExist(key),
    *under(prefix) {
      for (const { key, value } of values.getRange({ start: prefix, end: `${prefix}\u{10ffff}` })) {
        yield [key, decodeStoredValue(key, value)];
      }
    },
    async commit(changes) {
      try {
        await root.transaction(() => {
          for (const [key, value] of changes) {
            if (value === null) values.removeSync(key);
            else values.putSync(key, encodeStoredValue(key, value));
          }
        });
      } catch (error) {
        throw new DevnetStoreError(
          'store_failed',
          'The store of the devnet could not be written',
          {},
          { cause: error },
        );
      }
    },
    async close() {
      await close();
      release();
    },
  };
}
