import { LRUCache } from 'lru-cache';

/** Keeps values in this process, limited by number and weight. The least recently used value is removed first. */
export interface BoundedMemory<Value extends {}> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  /** The kept value, or the result of `make`, which is called once for all who ask meanwhile. Failures are not kept. */
  find(key: string, make: () => Promise<Value>): Promise<Value>;
}

export interface BoundedMemoryOptions<Value> {
  readonly entriesMax: number;
  /** Limit for the bytes of all values; each counts at least 1. A larger value is not kept. Default: no limit. */
  readonly bytesMax?: number;
  readonly bytesOf?: (value: Value) => number;
  /** Whether a value is final. Others are kept only for `provisionalMs`. Default: all are final. */
  readonly isFinal?: (value: Value) => boolean;
  /** Default 0: not at all. */
  readonly provisionalMs?: number;
  /** A clock in milliseconds that is never set back. */
  readonly now?: () => number;
}

export function createBoundedMemory<Value extends {}>(options: BoundedMemoryOptions<Value>): BoundedMemory<Value> {
  const { entriesMax, bytesMax, bytesOf = () => 0, isFinal = () => true, provisionalMs = 0 } = options;
  const kept = new LRUCache<string, Value>({
    max: entriesMax,
    ...(bytesMax === undefined
      ? {}
      : { maxSize: bytesMax, sizeCalculation: (value: Value) => Math.max(1, bytesOf(value)) }),
    ttlResolution: 0,
    perf: { now: options.now ?? (() => performance.now()) },
  });
  const making = new Map<string, Promise<Value>>();
  return {
    get: (key) => kept.get(key),
    set: (key, value) => void kept.set(key, value),
    async find(key, make) {
      const known = kept.get(key);
      if (known !== undefined) return known;
      const started = making.get(key);
      if (started !== undefined) return await started;
      const made = make().finally(() => making.delete(key));
      making.set(key, made);
      const value = await made;
      if (isFinal(value)) kept.set(key, value);
      else if (provisionalMs > 0) kept.set(key, value, { ttl: provisionalMs });
      return value;
    },
  };
}
