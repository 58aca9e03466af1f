import { type Database, open } from 'lmdb';
import { CellStoreError } from './cell-store-error.ts';

/** What one commit changes: null takes a key away. */
export interface EnvironmentChanges {
  readonly cells: Iterable<readonly [hash: Buffer, value: Buffer | null]>;
  readonly records: Iterable<readonly [key: string, value: Uint8Array | null]>;
}

/** The LMDB environment: cells by hash, and small records by name. Reads see whole commits. */
export type LmdbEnvironment = ReturnType<typeof openLmdbEnvironment>;

/** Opens the environment, or creates it, in a directory that is ours: LMDB itself would let several processes in. */
export function openLmdbEnvironment(directory: string) {
  const root = open<string, string>({
    path: directory,
    encoding: 'string',
    // A commit is synchronised before it is announced. (The default announces first, and a power failure may undo it.)
    overlappingSync: false,
    maxDbs: 3,
    noSubdir: false,
  });
  const cells = root.openDB<Buffer, Buffer>('cells', { encoding: 'binary', keyEncoding: 'binary' });
  const records = root.openDB<Buffer, string>('records', { encoding: 'binary' });
  return {
    cell: (hash: Buffer): Buffer | undefined => cells.getBinary(hash),
    record: (key: string): Buffer | undefined => records.getBinary(key),
    /** Records whose key begins with a prefix, by key. */
    *recordsUnder(prefix: string): Generator<readonly [key: string, value: Buffer]> {
      for (const { key, value } of records.getRange({ start: prefix, end: `${prefix}\u{10ffff}` })) yield [key, value];
    },
    get cellCount(): number {
      return countOf(cells);
    },
    get recordCount(): number {
      return countOf(records);
    },
    /** All or nothing, durable when resolved. */
    async commit(changes: EnvironmentChanges): Promise<void> {
      try {
        await root.transaction(() => {
          for (const [hash, value] of changes.cells) {
            if (value === null) cells.removeSync(hash);
            else cells.putSync(hash, value);
          }
          for (const [key, value] of changes.records) {
            if (value === null) records.removeSync(key);
            else records.putSync(key, Buffer.from(value.buffer, value.byteOffset, value.byteLength));
          }
        });
      } catch (error) {
        throw new CellStoreError('store_failed', 'The cell store could not be written', {}, { cause: error });
      }
    },
    close: () => root.close(),
  };
}

function countOf(database: Database<Buffer, Buffer> | Database<Buffer, string>): number {
  const { entryCount } = database.getStats() as { readonly entryCount?: number };
  return entryCount ?? 0;
}
