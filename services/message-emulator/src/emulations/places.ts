import type { LiveTrace } from '../traces/live-trace.ts';

/**
 * What must not keep others waiting: a trace that failed, or one of whose account did (`failed`); one of an account with
 * a large trace (`large`); one that readers have, and that is only looked at again (`renewed`).
 */
export type InShare = 'failed' | 'large' | 'renewed';

/** Emulations that run: some at a time, one for each account, and few of those that must not keep others waiting. */
export interface Places {
  readonly isFull: boolean;
  readonly takenCount: number;
  /**
   * Takes a place, and returns what frees it; undefined when this trace has to wait.
   *
   * @param share undefined: it may have any place
   */
  take(trace: LiveTrace, share: InShare | undefined): (() => void) | undefined;
}

/**
 * Each share is this part of the places, at least one. Such traces would take all, again and again; and where many are
 * emulated at one time each of their transactions waits for a thread behind those of all the others.
 */
const SHARE_PART = 4;

export function createPlaces(placesMax: number): Places {
  const busyAccounts = new Set<string>();
  const shareMax = Math.max(1, Math.floor(placesMax / SHARE_PART));
  const takenOfShare = { failed: 0, large: 0, renewed: 0 };
  let takenCount = 0;
  return {
    get isFull() {
      return takenCount >= placesMax;
    },
    get takenCount() {
      return takenCount;
    },
    take({ message: { account } }, share) {
      if (takenCount >= placesMax || busyAccounts.has(account)) return undefined;
      if (share !== undefined && takenOfShare[share] >= shareMax) return undefined;
      busyAccounts.add(account);
      takenCount += 1;
      if (share !== undefined) takenOfShare[share] += 1;
      return () => {
        busyAccounts.delete(account);
        takenCount -= 1;
        if (share !== undefined) takenOfShare[share] -= 1;
      };
    },
  };
}
