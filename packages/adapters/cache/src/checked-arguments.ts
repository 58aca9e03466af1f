import type { CacheEntry } from './cache.ts';
import { CacheError } from './cache-error.ts';

/** Longest key in UTF-8 bytes. Keys made from requests contain a hash of the parts that could be longer. */
const keyBytesMax = 512;
/** Most keys or entries in one call. This limits the memory and the time of a call. */
const batchKeysMax = 10_000;

/** Throws if any adapter could not keep one of the keys. */
export function checkKeys(keys: readonly string[]): void {
  if (keys.length > batchKeysMax) {
    throw new CacheError('cache_batch_too_large', `At most ${batchKeysMax} keys in one call`, { keys: keys.length });
  }
  for (const key of keys) {
    const bytes = Buffer.byteLength(key);
    if (bytes === 0 || bytes > keyBytesMax) {
      throw new CacheError('cache_key_invalid', `A key has 1 to ${keyBytesMax} bytes`, {
        key: key.slice(0, 100),
        bytes,
      });
    }
  }
}

/** Throws if any adapter could not keep one of the entries. */
export function checkEntries(entries: readonly CacheEntry[]): void {
  checkKeys(entries.map(({ key }) => key));
  for (const { key, ttlMs } of entries) {
    if (!Number.isSafeInteger(ttlMs) || ttlMs < 1) {
      throw new CacheError('cache_ttl_invalid', 'ttlMs is a whole number of milliseconds, at least 1', { key, ttlMs });
    }
  }
}
