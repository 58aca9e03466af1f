/**
 * A value that is read again when it is older than `ageMsMax`, or older than the caller says. Readers at the same time
 * share one reading.
 */
export function createLatest<Value>(
  read: () => Promise<Value>,
  ageMsMax: number,
  now: () => number,
): (ageMs?: number) => Promise<Value> {
  /** The newest one that was read, and when that began. */
  let known: { readonly value: Value; readonly atMs: number } | undefined;
  let reading: { readonly value: Promise<Value>; readonly atMs: number } | undefined;
  const begin = (): Promise<Value> => {
    const started = { value: read(), atMs: now() };
    reading = started;
    const end = (): void => {
      if (reading === started) reading = undefined;
    };
    started.value.then((value) => {
      end();
      if (known === undefined || started.atMs >= known.atMs) known = { value, atMs: started.atMs };
    }, end);
    return started.value;
  };
  return async (ageMs = ageMsMax) => {
    if (known !== undefined && now() - known.atMs <= ageMs) return known.value;
    if (reading !== undefined && now() - reading.atMs <= ageMs) return await reading.value;
    return await begin();
  };
}
