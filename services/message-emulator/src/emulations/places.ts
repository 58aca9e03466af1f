import type { LiveTrace } from '../traces/live-trace.ts';

/** Why a trace is expected to take long: it or one of its account failed, or one of its account was large. */
export type Costly = 'failed' | 'large';

/** Emulations that run: some at a time, one for each account, and few of those that take long. */
export interface Places {
  readonly isFull: boolean;
  readonly takenCount: number;
  /**
   * Takes a place, and returns what frees it; undefined when this trace has to wait.
   *
   * @param costly undefined: nothing speaks for its taking long
   */
  take(trace: LiveTrace, costly: Costly | undefined): (() => void) | undefined;
}

/** Costly traces of each kind have this part of the places, at least one. They would take all, again and again. */
const COSTLY_PART = 4;

export function createPlaces(placesMax: number): Places {
  const busyAccounts = new Set<string>();
  const costlyMax = Math.max(1, Math.floor(placesMax / COSTLY_PART));
  const costlyCount = { failed: 0, large: 0 };
  let takenCount = 0;
  return {
    get isFull() {
      return takenCount >= placesMax;
    },
    get takenCount() {
      return takenCount;
    },
    take({ message: { account } }, costly) {
      if (takenCount >= placesMax || busyAccounts.has(account)) return undefined;
      if (costly !== undefined && costlyCount[costly] >= costlyMax) return undefined;
      busyAccounts.add(account);
      takenCount += 1;
      if (costly !== undefined) costlyCount[costly] += 1;
      return () => {
        busyAccounts.delete(account);
        takenCount -= 1;
        if (costly !== undefined) costlyCount[costly] -= 1;
      };
    },
  };
}
