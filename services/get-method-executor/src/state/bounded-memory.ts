/** Values in this process, bounded by what they weigh: what was not asked for the longest goes first. */
export interface BoundedMemory<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  /** What is kept; else what `make` gives, made once for all who ask meanwhile. A failure is not kept. */
  find(key: string, make: () => Promise<Value>): Promise<Value>;
}

export interface BoundedMemoryOptions<Value> {
  readonly entriesMax: number;
  /** Bytes of all values; default: not weighed. */
  readonly bytesMax?: number;
  readonly bytesOf?: (value: Value) => number;
  /** Values that may still become better are not kept. Default: all are. */
  readonly isFinal?: (value: Value) => boolean;
}

export function createBoundedMemory<Value>(options: BoundedMemoryOptions<Value>): BoundedMemory<Value> {
  const { entriesMax, bytesMax = Number.POSITIVE_INFINITY, bytesOf = () => 0, isFinal = () => true } = options;
  const kept = new Map<string, { readonly value: Value; readonly bytes: number }>();
  const making = new Map<string, Promise<Value>>();
  let totalBytes = 0;

  const remove = (key: string): void => {
    totalBytes -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  };
  const get = (key: string): Value | undefined => {
    const entry = kept.get(key);
    if (entry === undefined) return undefined;
    kept.delete(key);
    kept.set(key, entry);
    return entry.value;
  };
  const set = (key: string, value: Value): void => {
    remove(key);
    const bytes = bytesOf(value);
    if (bytes > bytesMax) return;
    kept.set(key, { value, bytes });
    totalBytes += bytes;
    while (kept.size > entriesMax || totalBytes > bytesMax) {
      const oldest = kept.keys().next();
      if (oldest.done === true) return;
      remove(oldest.value);
    }
  };
  return {
    get,
    set,
    async find(key, make) {
      const known = get(key);
      if (known !== undefined) return known;
      const started = making.get(key);
      if (started !== undefined) return await started;
      const made = make().finally(() => making.delete(key));
      making.set(key, made);
      const value = await made;
      if (isFinal(value)) set(key, value);
      return value;
    },
  };
}
