import { type CellBody, refCountOf, refHashOf } from './cell-body.ts';
import { storeCorrupt } from './cell-store-error.ts';
import { decodeCell, encodeCell, type StoreAge } from './stored-cell.ts';
import type { LmdbEnvironment } from './lmdb-environment.ts';

/** A cell and the number of references to it, from other cells and from holders. */
export interface CellEntry {
  readonly hash: Buffer;
  /** 0 when the cell is not needed any more. */
  count: number;
  /** Null while only the hash is known. */
  body: CellBody | null;
  /** True when all cells below it are known too. False may mean that it was not checked since. */
  isComplete: boolean;
  /** The state of the cell in the environment, undefined when it is not stored. */
  readonly stored: StoredEntry | undefined;
}

interface StoredEntry {
  readonly count: number;
  readonly isKnown: boolean;
  readonly isComplete: boolean;
}

/**
 * The cells with their reference counts: the stored ones, and the changes since the last commit. A cell exists as long
 * as another cell or a holder refers to it.
 */
export interface CellLedger {
  /** Returns the cell if it is referenced. Its body may be missing. */
  find(hash: Uint8Array): CellEntry | undefined;
  /** Like `find`, but keeps nothing in memory. */
  peek(hash: Uint8Array): CellBody | undefined;
  /** Returns the cell, or a new entry without references. */
  findOrCreate(hash: Uint8Array): CellEntry;
  /**
   * Removes one reference to each cell of `pending`, at most `countMax` in all. A cell without references is removed,
   * and so are its own references. The rest stays in `pending`, which stays short because it is done branch by branch.
   *
   * @returns the number of removed references
   */
  release(pending: Uint8Array[], countMax: number): number;
  /** Number of entries in memory until the next commit. */
  readonly size: number;
  changes(): Iterable<readonly [hash: Buffer, value: Buffer | null]>;
  clear(): void;
}

export function createCellLedger(environment: Pick<LmdbEnvironment, 'cell'> & StoreAge): CellLedger {
  const entries = new Map<string, CellEntry>();

  const entryOf = (hash: Buffer, value: Buffer): CellEntry => {
    const { count, body, isComplete } = decodeCell(hash, value, environment);
    return { hash, count, body, isComplete, stored: { count, isKnown: body !== null, isComplete } };
  };

  const load = (hash: Uint8Array, key: string): CellEntry | undefined => {
    const known = entries.get(key);
    if (known !== undefined) return known;
    const own = Buffer.from(hash);
    const value = environment.cell(own);
    if (value === undefined) return undefined;
    const entry = entryOf(own, value);
    entries.set(key, entry);
    return entry;
  };

  const find = (hash: Uint8Array): CellEntry | undefined => {
    const entry = load(hash, keyOf(hash));
    return entry === undefined || entry.count === 0 ? undefined : entry;
  };

  return {
    find,
    peek(hash) {
      const known = entries.get(keyOf(hash));
      if (known !== undefined) return known.count === 0 ? undefined : (known.body ?? undefined);
      const own = Buffer.from(hash);
      const value = environment.cell(own);
      return value === undefined ? undefined : (decodeCell(own, value, environment).body ?? undefined);
    },
    findOrCreate(hash) {
      const key = keyOf(hash);
      const known = load(hash, key);
      if (known !== undefined) return known;
      const entry: CellEntry = { hash: Buffer.from(hash), count: 0, body: null, isComplete: false, stored: undefined };
      entries.set(key, entry);
      return entry;
    },
    release(pending, countMax) {
      let count = 0;
      while (pending.length > 0 && count < countMax) {
        const next = pending.pop()!;
        count += 1;
        const entry = find(next);
        if (entry === undefined) throw storeCorrupt(next, 'it is released more often than it was held');
        entry.count -= 1;
        if (entry.count > 0 || entry.body === null) continue;
        for (let position = 0; position < refCountOf(entry.body); position++) {
          pending.push(refHashOf(entry.body, position));
        }
      }
      return count;
    },
    get size() {
      return entries.size;
    },
    *changes() {
      for (const entry of entries.values()) {
        if (entry.count === 0) {
          if (entry.stored !== undefined) yield [entry.hash, null];
        } else if (hasChanged(entry)) {
          yield [entry.hash, encodeCell(entry.hash, entry)];
        }
      }
    },
    clear: () => entries.clear(),
  };
}

function hasChanged({ count, body, isComplete, stored }: CellEntry): boolean {
  if (stored === undefined || stored.count !== count) return true;
  return stored.isComplete !== isComplete || stored.isKnown !== (body !== null);
}

export function keyOf(hash: Uint8Array): string {
  return Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength).toString('latin1');
}
