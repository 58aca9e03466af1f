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
  /** Values that may still become better are kept for `provisionalMs` only. Default: all are final. */
  readonly isFinal?: (value: Value) => boolean;
  /** Default 0: not at all. */
  readonly provisionalMs?: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
}

export function createBoundedMemory<Value>(options: BoundedMemoryOptions<Value>): BoundedMemory<Value> {
  const { entriesMax, bytesMax = Number.POSITIVE_INFINITY, bytesOf = () => 0, isFinal = () => true } = options;
  const { provisionalMs = 0, now = () => performance.now() } = options;
  const kept = new Map<string, { readonly value: Value; readonly bytes: number; readonly untilMs: number }>();
  const making = new Map<string, Promise<Value>>();
  let totalBytes = 0;

  const remove = (key: string): void => {
    totalBytes -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  };
  const get = (key: string): Value | undefined => {
    const entry = kept.get(key);
    if (entry === undefined) return undefined;
    if (entry.untilMs <= now()) {
      remove(key);
      return undefined;
    }
    kept.delete(key);
    kept.set(key, entry);
    return entry.value;
  };
  const keep = (key: string, value: Value, untilMs: number): void => {
    remove(key);
    const bytes = bytesOf(value);
    if (bytes > bytesMax) return;
    kept.set(key, { value, bytes, untilMs });
    totalBytes += bytes;
    while (kept.size > entriesMax || totalBytes > bytesMax) {
      const oldest = kept.keys().next();
      if (oldest.done === true) return;
      remove(oldest.value);
    }
  };
  return {
    get,
    set: (key, value) => keep(key, value, Number.POSITIVE_INFINITY),
    async find(key, make) {
      const known = get(key);
      if (known !== undefined) return known;
      const started = making.get(key);
      if (started !== undefined) return await started;
      const made = make().finally(() => making.delete(key));
      making.set(key, made);
      const value = await made;
      if (isFinal(value)) keep(key, value, Number.POSITIVE_INFINITY);
      else if (provisionalMs > 0) keep(key, value, now() + provisionalMs);
      return value;
    },
  };
}
