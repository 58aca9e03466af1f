import { setTimeout as sleep } from 'node:timers/promises';
import { errorMessage } from '@tonriver/errors';
import type { Health } from './health.ts';

export interface WatchPartsOptions {
  readonly health: Health;
  /** Name → a request to the part. If it fails or gets no answer, the part counts as unreachable. */
  readonly parts: Readonly<Record<string, () => Promise<void>>>;
  /** Pause between two requests. */
  readonly intervalMs?: number;
  /** A part without an answer for this long counts as unreachable. No second request is sent meanwhile. */
  readonly answerMs?: number;
}

const INTERVAL_MS = 5000;
const ANSWER_MS = 3000;

/**
 * Makes `/ready` report the parts that a service depends on. While a part is unreachable, the service waits for it: it
 * is alive but not ready. Resolves when the signal aborts, even if a request is still open.
 */
export async function watchParts(options: WatchPartsOptions, signal: AbortSignal): Promise<void> {
  const { health, parts, intervalMs = INTERVAL_MS, answerMs = ANSWER_MS } = options;
  const pause = (ms: number, until: AbortSignal): Promise<void> =>
    sleep(ms, undefined, { signal: until }).catch(() => undefined);
  const watch = async (name: string, ask: () => Promise<void>): Promise<void> => {
    const report = health.condition(name);
    // The service has just reached it while it started.
    report(undefined);
    while (!signal.aborted) {
      const answered = new AbortController();
      const answer = ask()
        .then(() => undefined, errorMessage)
        .finally(() => answered.abort());
      await pause(answerMs, AbortSignal.any([signal, answered.signal]));
      if (!answered.signal.aborted && !signal.aborted) report(`no answer for ${answerMs} ms`);
      while (!answered.signal.aborted && !signal.aborted) {
        await pause(intervalMs, AbortSignal.any([signal, answered.signal]));
      }
      if (signal.aborted) return;
      report(await answer);
      await pause(intervalMs, signal);
    }
  };
  await Promise.all(Object.entries(parts).map(([name, ask]) => watch(name, ask)));
}
