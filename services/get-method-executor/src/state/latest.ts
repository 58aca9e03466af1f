/** A value that is read again when it is older than `ageMsMax`. Readers at the same time share one reading. */
export function createLatest<Value>(
  read: () => Promise<Value>,
  ageMsMax: number,
  now: () => number,
): () => Promise<Value> {
  let latest: { readonly value: Promise<Value>; readonly atMs: number } | undefined;
  return () => {
    if (latest === undefined || now() - latest.atMs > ageMsMax) {
      const started = { value: read(), atMs: now() };
      latest = started;
      started.value.catch(() => {
        if (latest === started) latest = undefined;
      });
    }
    return latest.value;
  };
}
