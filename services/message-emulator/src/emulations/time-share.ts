/** The time that emulations of one kind may take together: without a bound they would take what others need. */
export interface TimeShare {
  /** Takes time for one that begins, and returns what tells that it is over; undefined while none is left. */
  take(): (() => void) | undefined;
}

/** On average half of one emulation runs, with its waits. */
const SHARE = 1 / 2;
/** What can be saved up, in ms. */
const SAVED_MS_MAX = 5_000;
/** How long one takes is known when it is over: so few at a time, or all would have begun by then. */
const AT_ONCE = 2;

export function createTimeShare(nowMs: () => number): TimeShare {
  let savedMs = SAVED_MS_MAX;
  let countedAtMs = nowMs();
  let running = 0;
  const count = (): void => {
    const now = nowMs();
    savedMs = Math.min(SAVED_MS_MAX, savedMs + (now - countedAtMs) * SHARE);
    countedAtMs = now;
  };
  return {
    take() {
      count();
      if (savedMs <= 0 || running >= AT_ONCE) return undefined;
      running += 1;
      const begunAtMs = nowMs();
      return () => {
        running -= 1;
        count();
        savedMs -= nowMs() - begunAtMs;
      };
    },
  };
}
