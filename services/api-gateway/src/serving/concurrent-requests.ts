/** Knows whether several requests ran at the same time. A request that runs alone waits only for its own work. */
export interface ConcurrentRequests {
  /** Starts a request. The returned function must be called once, at its end. */
  begin(): () => void;
  /** Tells whether several ran at the same time since then (`performance.now()`). */
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
