/** Measures how long the same thing has been waited for. */
export interface Stopwatch {
  /** Returns the time since the first call with this subject. Another subject starts at 0. */
  msSince(subject: string): number;
}

export function createStopwatch(now: () => number): Stopwatch {
  let running: { readonly subject: string; readonly sinceMs: number } | undefined;
  return {
    msSince(subject) {
      if (running?.subject !== subject) running = { subject, sinceMs: now() };
      return now() - running.sinceMs;
    },
  };
}
