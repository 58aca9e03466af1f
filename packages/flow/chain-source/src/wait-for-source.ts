import type { BlockSource, SourceHead } from './block-source.ts';

/** The longest single wait. After it the caller sends a heartbeat and waits again. */
const SLICE_MS_MAX = 5_000;

/**
 * Waiting: waits for a change of a source, at most 5 s.
 *
 * Guarantee: it ends, by a change, by time or by the signal. Not guaranteed: that the awaited block has come.
 */
export async function waitForSource(
  source: BlockSource,
  seen: SourceHead,
  signal: AbortSignal,
  msMax: number = SLICE_MS_MAX,
): Promise<SourceHead> {
  // `AbortSignal.any` would leak memory with every wait.
  const slice = new AbortController();
  const end = (): void => slice.abort();
  // A timer counts whole milliseconds and cuts fractions off: it would end before the time is over.
  const timer = setTimeout(end, Math.ceil(Math.min(msMax, SLICE_MS_MAX)));
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  try {
    return await source.waitForChange(seen, slice.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}
