import type { LiveTrace } from '../traces/live-trace.ts';

/** Emulations that run: some at a time, one for each account, and one of those that failed before. */
export interface Places {
  readonly isFull: boolean;
  readonly takenCount: number;
  /** Takes a place, and returns what frees it; undefined when this trace has to wait. */
  take(trace: LiveTrace): (() => void) | undefined;
}

/** Messages that take long would otherwise take every place, again and again. */
const FAILED_MAX = 1;

export function createPlaces(placesMax: number): Places {
  const busyAccounts = new Set<string>();
  let [takenCount, failedCount] = [0, 0];
  return {
    get isFull() {
      return takenCount >= placesMax;
    },
    get takenCount() {
      return takenCount;
    },
    take({ message: { account }, failures }) {
      const failedBefore = failures > 0 ? 1 : 0;
      const mayFail = failedBefore === 0 || failedCount < FAILED_MAX;
      if (takenCount >= placesMax || busyAccounts.has(account) || !mayFail) return undefined;
      busyAccounts.add(account);
      takenCount += 1;
      failedCount += failedBefore;
      return () => {
        busyAccounts.delete(account);
        takenCount -= 1;
        failedCount -= failedBefore;
      };
    },
  };
}
