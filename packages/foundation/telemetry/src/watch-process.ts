import { open } from 'node:fs/promises';
import { devNull } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Health } from './health.ts';

export interface WatchProcessOptions {
  readonly health: Health;
  /** Opens something and closes it again; for tests. */
  readonly openSomething?: () => Promise<void>;
  readonly intervalMs?: number;
  /** After so long without success the process counts as unable to serve. */
  readonly silenceMsMax?: number;
}

const INTERVAL_MS = 1_000;
const SILENCE_MS_MAX = 5_000;
/** A pass that comes so much too late says that the process stood still, and nothing of its threads. */
const STALL_MS = 500;

/**
 * Makes `/live` fail when the process runs and can still not serve anybody: no descriptor is left (every connection to
 * a store and every file needs one), or the threads that open files, look up names and pack answers are all stuck. Both
 * last until a restart, for connections of clients are bounded well below the descriptors that there are. Something is
 * opened on such a thread every second: that proves both. Resolves when the signal aborts.
 */
export async function watchProcess(options: WatchProcessOptions, signal: AbortSignal): Promise<void> {
  const { health, openSomething = openNothing, intervalMs = INTERVAL_MS, silenceMsMax = SILENCE_MS_MAX } = options;
  const report = health.vital('process');
  const pause = (): Promise<void> => sleep(intervalMs, undefined, { signal, ref: false }).catch(() => undefined);
  let problem = 'no thread opens files';
  let isProved = false;
  let isAsking = false;
  const ask = async (): Promise<void> => {
    isAsking = true;
    problem = 'no thread opens files';
    try {
      await openSomething();
      isProved = true;
    } catch (error) {
      problem = `nothing can be opened: ${String((error as { readonly code?: unknown }).code ?? error)}`;
    } finally {
      isAsking = false;
    }
  };
  let silenceMs = 0;
  while (!signal.aborted) {
    const startMs = performance.now();
    if (!isAsking) void ask();
    await pause();
    const passedMs = performance.now() - startMs;
    if (isProved) silenceMs = 0;
    // After a stall of this process itself the answer may be there and not have been told yet.
    else if (passedMs < intervalMs + STALL_MS) silenceMs += passedMs;
    isProved = false;
    report(silenceMs > silenceMsMax ? problem : undefined);
  }
}

async function openNothing(): Promise<void> {
  const opened = await open(devNull);
  await opened.close();
}
