import { type CellStore, createCells, type Environment } from '../open-cell-store.ts';
import type { EnvironmentChanges } from '../lmdb-environment.ts';
import { decodeStoredRecord, encodeStoredRecord } from '../stored-record.ts';

/** The content of a cell store in memory; it survives the store as a disk would. */
export interface MemoryCells {
  readonly cells: Map<string, Buffer>;
  readonly records: Map<string, Buffer>;
}

export function createMemoryCells(): MemoryCells {
  return { cells: new Map(), records: new Map() };
}

/** The cell store, all of it but LMDB and its file. Opened again, it has what was committed. */
export function openMemoryCellStore({ cells, records }: MemoryCells): CellStore {
  const options = { isOldStore: false, directory: 'memory' };
  const decoded = (key: string, stored: Buffer): Buffer => decodeStoredRecord(key, stored, options);
  const environment: Environment = {
    ...options,
    cell: (hash) => cells.get(hash.toString('latin1')),
    record(key) {
      const stored = records.get(key);
      return stored === undefined ? undefined : decoded(key, stored);
    },
    *recordsUnder(prefix) {
      const found = [...records].filter(([key]) => key.startsWith(prefix));
      for (const [key, stored] of found.toSorted(([one], [other]) => (one < other ? -1 : 1))) {
        yield [key, decoded(key, stored)];
      }
    },
    get cellCount() {
      return cells.size;
    },
    async commit(changes: EnvironmentChanges) {
      await Promise.resolve();
      for (const [hash, value] of changes.cells) put(cells, hash.toString('latin1'), value);
      for (const [key, value] of changes.records) {
        put(records, key, value === null ? null : encodeStoredRecord(key, value));
      }
    },
  };
  return createCells(environment, () => Promise.resolve());
}

function put(map: Map<string, Buffer>, key: string, value: Buffer | null): void {
  if (value === null) map.delete(key);
  else map.set(key, value);
}
