/** How long the same thing has been the case; the clock starts anew for another. */
export interface Stopwatch {
  msSince(what: string): number;
}

export function createStopwatch(now: () => number): Stopwatch {
  let running: { readonly what: string; readonly sinceMs: number } | undefined;
  return {
    msSince(what) {
      if (running?.what !== what) running = { what, sinceMs: now() };
      return now() - running.sinceMs;
    },
  };
}
