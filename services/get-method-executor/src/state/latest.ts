/**
 * A value that is read again when it is older than `ageMsMax`, or older than the caller says. Readers at the same time
 * share one reading.
 */
export function createLatest<Value>(
  read: () => Promise<Value>,
  ageMsMax: number,
  now: () => number,
): (ageMs?: number) => Promise<Value> {
  let latest: { readonly value: Promise<Value>; readonly atMs: number } | undefined;
  return (ageMs = ageMsMax) => {
    if (latest === undefined || now() - latest.atMs > ageMs) {
      const started = { value: read(), atMs: now() };
      latest = started;
      started.value.catch(() => {
        if (latest === started) latest = undefined;
      });
    }
    return latest.value;
  };
}
