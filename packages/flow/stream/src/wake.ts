import type { Clock } from './clock.ts';

/** Ends a wait as soon as there is something to do. */
export interface Wake {
  wake: () => void;
  /** Waits until `wake` is called, or was called since the last wait ended, but not longer than this. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export function createWake(clock: Clock): Wake {
  let isDue = false;
  let sleeping: AbortController | undefined;
  return {
    wake() {
      isDue = true;
      sleeping?.abort();
    },
    async sleep(ms, signal) {
      if (!isDue) {
        // A signal of its own: one that is made from a lasting one would be kept as long as that.
        const waiting = new AbortController();
        const stop = (): void => waiting.abort();
        sleeping = waiting;
        signal.addEventListener('abort', stop, { once: true });
        if (!signal.aborted) await clock.pause(ms, waiting.signal);
        signal.removeEventListener('abort', stop);
        sleeping = undefined;
      }
      isDue = false;
    },
  };
}
