/** One value to keep. */
export interface CacheEntry {
  readonly key: string;
  /** A string is kept as its UTF-8 bytes. */
  readonly value: Uint8Array | string;
  /** How long the value is valid: whole milliseconds from now, at least 1. */
  readonly ttlMs: number;
}

/**
 * Values by key, each for a limited time. Losing any value at any moment must cost time only.
 *
 * An unreachable, slow or full store is not an error for the caller: reads find nothing and writes return `false`, both
 * within a limited time. The adapter reports the problem in its log and metrics. Only a mistake of the caller rejects
 * (`CacheError`). Bytes may be shared: whoever set or got an array must not change it.
 */
export interface Cache {
  get(key: string): Promise<Uint8Array | undefined>;
  /** One answer per key, in the order of the keys. */
  getMany(keys: readonly string[]): Promise<readonly (Uint8Array | undefined)[]>;
  /** True when the value is now in the cache. */
  set(entry: CacheEntry): Promise<boolean>;
  /** True when all values are now in the cache; after `false` some of them may be. */
  setMany(entries: readonly CacheEntry[]): Promise<boolean>;
  /** True when none of the keys is in the cache any more, whether or not they were before. */
  delete(keys: readonly string[]): Promise<boolean>;
  /** Releases connections and memory. Afterwards reads find nothing and writes return `false`. */
  close(): Promise<void>;
}
