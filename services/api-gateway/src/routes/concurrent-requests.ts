/** Whether requests were under way beside each other: one that is alone can only wait for what it asks itself. */
export interface ConcurrentRequests {
  /** A request begins; what is returned is to be called once, at its end. */
  begin(): () => void;
  /** Whether several were under way at any time since then, by `performance.now()`. */
  hadSeveral(sinceMs: number): boolean;
}

export function createConcurrentRequests(now: () => number = () => performance.now()): ConcurrentRequests {
  let count = 0;
  let severalUntilMs = Number.NEGATIVE_INFINITY;
  return {
    begin() {
      count += 1;
      return () => {
        if (count > 1) severalUntilMs = now();
        count -= 1;
      };
    },
    hadSeveral: (sinceMs) => count > 1 || severalUntilMs >= sinceMs,
  };
}
