import { open } from 'node:fs/promises';
import { devNull } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Health } from './health.ts';

export interface WatchProcessOptions {
  readonly health: Health;
  /** Opens a file and closes it again; replaced in tests. */
  readonly openSomething?: () => Promise<void>;
  readonly intervalMs?: number;
  /** After so long without success the process counts as unable to serve. */
  readonly silenceMsMax?: number;
}

const INTERVAL_MS = 1_000;
const SILENCE_MS_MAX = 5_000;
/** A turn that is this late shows that the process itself stood still, and proves nothing about its threads. */
const STALL_MS = 500;

/**
 * Makes `/live` fail when the process runs but cannot work: no file descriptor is left (every file and every connection
 * to a store needs one), or all threads that open files, look up names and pack answers are stuck. Both last until a
 * restart, because clients can never take all descriptors. A file is opened on such a thread every second, which proves
 * that both are well. Resolves when the signal aborts.
 */
export async function watchProcess(options: WatchProcessOptions, signal: AbortSignal): Promise<void> {
  const { health, openSomething = openNothing, intervalMs = INTERVAL_MS, silenceMsMax = SILENCE_MS_MAX } = options;
  const report = health.vital('process');
  const pause = (): Promise<void> => sleep(intervalMs, undefined, { signal, ref: false }).catch(() => undefined);
  let problem = 'all threads that open files are stuck';
  let isProved = false;
  let isAsking = false;
  const ask = async (): Promise<void> => {
    isAsking = true;
    problem = 'all threads that open files are stuck';
    try {
      await openSomething();
      isProved = true;
    } catch (error) {
      problem = `no file can be opened: ${String((error as { readonly code?: unknown }).code ?? error)}`;
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
    // After a stall of this process the result may exist but not have been delivered yet.
    else if (passedMs < intervalMs + STALL_MS) silenceMs += passedMs;
    isProved = false;
    report(silenceMs > silenceMsMax ? problem : undefined);
  }
}

async function openNothing(): Promise<void> {
  const opened = await open(devNull);
  await opened.close();
}
