/** When something was last to be done. */
export interface Activity {
  /** Something is to be done now. */
  note(): void;
  /** Tells that nothing was to be done for long enough. */
  isOver(): boolean;
  /** Waits until there is something to do, until the time is over, or until the signal aborts. */
  next(waitMs: number, signal: AbortSignal): Promise<void>;
}

/** @param options.afterMs how long nothing must have been to do */
export function createActivity(options: { readonly afterMs: number; readonly elapsedMs: () => number }): Activity {
  const { afterMs, elapsedMs } = options;
  let lastMs = elapsedMs();
  let wake: () => void = () => undefined;
  return {
    note() {
      lastMs = elapsedMs();
      wake();
    },
    isOver: () => elapsedMs() - lastMs >= afterMs,
    async next(waitMs, signal) {
      if (signal.aborted) return;
      await new Promise<void>((resolve) => {
        const end = (): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', end);
          wake = () => undefined;
          resolve();
        };
        const timer = setTimeout(end, waitMs);
        signal.addEventListener('abort', end);
        wake = end;
      });
    },
  };
}
