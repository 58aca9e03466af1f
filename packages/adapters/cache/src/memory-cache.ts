import { LRUCache } from 'lru-cache';
import type { Cache, CacheEntry } from './cache.ts';
import { checkEntries, checkKeys } from './checked-arguments.ts';

export interface MemoryCacheOptions {
  /** Limit for all keys and values, with `entryOverheadBytes` added for each entry. */
  readonly bytesMax: number;
  /** A clock that is never set back; by default that of the process. */
  readonly nowMs?: () => number;
}

/** Memory of a map entry, its object and its array without their contents, measured on Node 20 and rounded up. */
export const entryOverheadBytes = 300;

/**
 * A cache in this process, used by `npm start`. When it is full, the least recently used value is removed, whether it
 * has expired or not. A value larger than the whole cache is not kept. Every operation is done when it returns.
 */
export function createMemoryCache({ bytesMax, nowMs = () => performance.now() }: MemoryCacheOptions): Cache {
  const kept = new LRUCache<string, Uint8Array>({ maxSize: bytesMax, ttlResolution: 0, perf: { now: nowMs } });
  let isClosed = false;

  const read = (key: string): Uint8Array | undefined => kept.get(key);
  const write = ({ key, value, ttlMs }: CacheEntry): boolean => {
    const bytes = ownBytes(typeof value === 'string' ? Buffer.from(value) : value);
    const size = bytes.length + Buffer.byteLength(key) + entryOverheadBytes;
    if (isClosed || size > bytesMax) {
      kept.delete(key);
      return false;
    }
    kept.set(key, bytes, { size, ttl: ttlMs });
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
      for (const key of keys) kept.delete(key);
      return !isClosed;
    },
    async close() {
      isClosed = true;
      kept.clear();
    },
  };
}

/** Returns the same bytes, or a copy of a view: a view would keep the whole array behind it in memory. */
function ownBytes(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : Uint8Array.from(bytes);
}
