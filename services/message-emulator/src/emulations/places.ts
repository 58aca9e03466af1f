import type { LiveTrace } from '../traces/live-trace.ts';

/** Emulations that run: some at a time, one for each account, and few of those that take long. */
export interface Places {
  readonly isFull: boolean;
  readonly takenCount: number;
  /**
   * Takes a place, and returns what frees it; undefined when this trace has to wait.
   *
   * @param isLarge the traces of its account have many transactions
   */
  take(trace: LiveTrace, isLarge: boolean): (() => void) | undefined;
}

/** Messages that failed before would otherwise take every place, again and again. */
const FAILED_MAX = 1;
/** The places of accounts with large traces: a part of all, at least one. */
const LARGE_PART = 4;

export function createPlaces(placesMax: number): Places {
  const busyAccounts = new Set<string>();
  const largeMax = Math.max(1, Math.floor(placesMax / LARGE_PART));
  let [takenCount, failedCount, largeCount] = [0, 0, 0];
  return {
    get isFull() {
      return takenCount >= placesMax;
    },
    get takenCount() {
      return takenCount;
    },
    take({ message: { account }, failures }, isLarge) {
      const failedBefore = failures > 0 ? 1 : 0;
      const large = isLarge ? 1 : 0;
      const mayFail = failedBefore === 0 || failedCount < FAILED_MAX;
      const mayBeLarge = large === 0 || largeCount < largeMax;
      if (takenCount >= placesMax || busyAccounts.has(account) || !mayFail || !mayBeLarge) return undefined;
      busyAccounts.add(account);
      takenCount += 1;
      failedCount += failedBefore;
      largeCount += large;
      return () => {
        busyAccounts.delete(account);
        takenCount -= 1;
        failedCount -= failedBefore;
        largeCount -= large;
      };
    },
  };
}
