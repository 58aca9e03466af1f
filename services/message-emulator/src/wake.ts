import type { Clock } from '@tonriver/stream';

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
        sleeping = new AbortController();
        await clock.pause(ms, AbortSignal.any([signal, sleeping.signal]));
        sleeping = undefined;
      }
      isDue = false;
    },
  };
}
