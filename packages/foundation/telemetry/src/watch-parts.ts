import { setTimeout as sleep } from 'node:timers/promises';
import { errorMessage } from '@tonriver/errors';
import type { Health } from './health.ts';

export interface WatchPartsOptions {
  readonly health: Health;
  /** Name → a question that the part answers when it is there; a rejection, or no answer, means that it is away. */
  readonly parts: Readonly<Record<string, () => Promise<void>>>;
  /** Pause between two questions. */
  readonly intervalMs?: number;
  /** After so long without an answer a part counts as away; the question stays asked, and no second one is. */
  readonly answerMs?: number;
}

const INTERVAL_MS = 5000;
const ANSWER_MS = 3000;

/**
 * Makes `/ready` true of what a service works with: while a part is away the service waits for it, is alive, and is not
 * ready. Resolves when the signal aborts, whatever is still asked.
 */
export async function watchParts(options: WatchPartsOptions, signal: AbortSignal): Promise<void> {
  const { health, parts, intervalMs = INTERVAL_MS, answerMs = ANSWER_MS } = options;
  const pause = (ms: number, until: AbortSignal): Promise<void> =>
    sleep(ms, undefined, { signal: until }).catch(() => undefined);
  const watch = async (name: string, ask: () => Promise<void>): Promise<void> => {
    const report = health.condition(name);
    // The start has just spoken to it.
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
