import type { BlockSource, SourceHead } from './block-source.ts';

/** The longest single wait: then the source is asked again, and who waits says that it lives. */
export const SLICE_MS_MAX = 5_000;

/**
 * Waiting: for news of a source, not longer than a slice.
 *
 * Guarantee: it ends, by news, by time or by the signal. Not promised: that what is waited for has come.
 */
export async function waitForSource(
  source: BlockSource,
  seen: SourceHead,
  signal: AbortSignal,
  msMax: number = SLICE_MS_MAX,
): Promise<SourceHead> {
  // `AbortSignal.any` would keep something of every wait for as long as the process runs.
  const slice = new AbortController();
  const end = (): void => slice.abort();
  const timer = setTimeout(end, Math.min(msMax, SLICE_MS_MAX));
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  try {
    return await source.waitForNews(seen, slice.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}
