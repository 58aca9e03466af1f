/** Values by key; the least recently used go when the sum of their sizes is over the bound. */
export interface BoundedCache<Value> {
  /** The kept value, or a new one from `make`. A value larger than the whole bound is made anew at every call. */
  get(key: string, make: () => Value): Value;
  clear(): void;
}

export interface BoundedCacheOptions<Value> {
  readonly sizeMax: number;
  readonly sizeOf: (value: Value) => number;
  /** Called for each value that goes. */
  readonly release?: (value: Value) => void;
}

export function createBoundedCache<Value>({
  sizeMax,
  sizeOf,
  release,
}: BoundedCacheOptions<Value>): BoundedCache<Value> {
  // A map keeps the order in which keys were added: the first one is the least recently used.
  const kept = new Map<string, Value>();
  let size = 0;
  const drop = (key: string, value: Value): void => {
    kept.delete(key);
    size -= sizeOf(value);
    release?.(value);
  };
  return {
    get: (key, make) => {
      const known = kept.get(key);
      if (known !== undefined) {
        kept.delete(key);
        kept.set(key, known);
        return known;
      }
      const value = make();
      kept.set(key, value);
      size += sizeOf(value);
      for (const [oldKey, oldValue] of kept) {
        if (size <= sizeMax || oldKey === key) break;
        drop(oldKey, oldValue);
      }
      return value;
    },
    clear: () => {
      for (const [key, value] of kept) drop(key, value);
    },
  };
}
