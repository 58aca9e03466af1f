import type { Cache, CacheEntry } from './cache.ts';
import { checkEntries, checkKeys } from './checked-arguments.ts';

export interface MemoryCacheOptions {
  /** Bound of everything kept: keys, values and `entryOverheadBytes` for each. */
  readonly bytesMax: number;
  /** A clock that never goes back; the process's own by default. */
  readonly nowMs?: () => number;
}

interface KeptValue {
  readonly bytes: Uint8Array;
  readonly sizeBytes: number;
  readonly expiresAtMs: number;
}

/** What a map entry, its object and its array cost beside their contents, measured on Node 20 and rounded up. */
export const entryOverheadBytes = 300;

/**
 * A cache in this process: the one of the standalone form. When it is full, what was not asked for the longest goes
 * first, expired or not; a value larger than the whole cache is not kept. Every operation is done when it returns.
 */
export function createMemoryCache({ bytesMax, nowMs = () => performance.now() }: MemoryCacheOptions): Cache {
  // A map remembers the order of insertion: whatever is read or written moves to the end, and the front is evicted.
  const kept = new Map<string, KeptValue>();
  let totalBytes = 0;
  let isClosed = false;

  const remove = (key: string) => {
    const value = kept.get(key);
    if (value === undefined) return;
    kept.delete(key);
    totalBytes -= value.sizeBytes;
  };
  const read = (key: string): Uint8Array | undefined => {
    const value = kept.get(key);
    if (value === undefined) return undefined;
    if (value.expiresAtMs <= nowMs()) {
      remove(key);
      return undefined;
    }
    kept.delete(key);
    kept.set(key, value);
    return value.bytes.slice();
  };
  const write = ({ key, value, ttlMs }: CacheEntry): boolean => {
    remove(key);
    const bytes = Uint8Array.from(typeof value === 'string' ? Buffer.from(value) : value);
    const sizeBytes = bytes.length + Buffer.byteLength(key) + entryOverheadBytes;
    if (isClosed || sizeBytes > bytesMax) return false;
    kept.set(key, { bytes, sizeBytes, expiresAtMs: nowMs() + ttlMs });
    totalBytes += sizeBytes;
    for (const oldest of kept.keys()) {
      if (totalBytes <= bytesMax) break;
      remove(oldest);
    }
    return true;
  };

  return {
    async get(key) {
      checkKeys([key]);
      return read(key);
    },
    async getMany(keys) {
      checkKeys(keys);
      return keys.map(read);
    },
    async set(entry) {
      checkEntries([entry]);
      return write(entry);
    },
    async setMany(entries) {
      checkEntries(entries);
      return entries.map(write).every(Boolean);
    },
    async delete(keys) {
      checkKeys(keys);
      for (const key of keys) remove(key);
      return !isClosed;
    },
    async close() {
      isClosed = true;
      kept.clear();
      totalBytes = 0;
    },
  };
}
