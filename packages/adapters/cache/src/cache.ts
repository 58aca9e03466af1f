/** One value to keep. */
export interface CacheEntry {
  readonly key: string;
  /** A string is kept as its UTF-8 bytes. */
  readonly value: Uint8Array | string;
  /** How long it may be answered, in whole milliseconds from now, at least 1. */
  readonly ttlMs: number;
}

/**
 * Values by key, each for a limited time. Losing any of them at any moment must cost time and nothing else.
 *
 * A store that is away, slow or full is not an error of the caller: reads answer as if nothing were kept, writes answer
 * `false`, both within a bounded time; the adapter reports it through its own channels. What rejects is a mistake of
 * the caller (`CacheError`). Bytes that go in or out are copies: nobody can change what is kept.
 */
export interface Cache {
  get(key: string): Promise<Uint8Array | undefined>;
  /** One answer per key, in the order of the keys. */
  getMany(keys: readonly string[]): Promise<readonly (Uint8Array | undefined)[]>;
  /** True when the value is kept now. */
  set(entry: CacheEntry): Promise<boolean>;
  /** True when all values are kept now; on `false` some may be. */
  setMany(entries: readonly CacheEntry[]): Promise<boolean>;
  /** True when none of the keys is kept any more, whether or not it was. */
  delete(keys: readonly string[]): Promise<boolean>;
  /** Gives connections and memory back. Afterwards reads find nothing and writes answer `false`. */
  close(): Promise<void>;
}
