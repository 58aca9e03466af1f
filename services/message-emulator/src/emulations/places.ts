import type { LiveTrace } from '../traces/live-trace.ts';

/** What a message of an account did: it could not be emulated, or its trace took long. */
export type Costly = 'failed' | 'large';

/** Emulations that run: some at a time, one for each account, and few of those that take long. */
export interface Places {
  readonly isFull: boolean;
  readonly takenCount: number;
  /**
   * Takes a place, and returns what frees it; undefined when this trace has to wait.
   *
   * @param costly what messages of its account did that are followed
   */
  take(trace: LiveTrace, costly: Costly | undefined): (() => void) | undefined;
}

/** The part of the places for each kind of costly accounts, at least one: they would take all, again and again. */
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
