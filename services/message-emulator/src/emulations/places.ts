import type { LiveTrace } from '../traces/live-trace.ts';

/**
 * What must not keep others waiting: a trace that failed, or one of whose account some did (`failed`); one of an
 * account with a large trace (`large`); one that readers have as blocks have it, and that is only looked at again
 * (`renewed`).
 */
export type InShare = 'failed' | 'large' | 'renewed';

/** Emulations that run: some at a time, one for each account, and not too many of those of a share. */
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

/** Parts of the places, at least one each, that traces of a share may have: they would take all, again and again. */
const PARTS: Readonly<Record<InShare, number>> = { failed: 1 / 4, large: 1 / 4, renewed: 1 / 2 };
/** The part that all of them together leave to others. */
const LEFT_PART = 1 / 4;

export function createPlaces(placesMax: number): Places {
  const busyAccounts = new Set<string>();
  const placesOf = (part: number): number => Math.max(1, Math.floor(placesMax * part));
  const allSharesMax = Math.max(1, placesMax - placesOf(LEFT_PART));
  const taken = { failed: 0, large: 0, renewed: 0 };
  let takenCount = 0;
  const hasRoom = (share: InShare): boolean =>
    taken[share] < placesOf(PARTS[share]) && taken.failed + taken.large + taken.renewed < allSharesMax;
  return {
    get isFull() {
      return takenCount >= placesMax;
    },
    get takenCount() {
      return takenCount;
    },
    take({ message: { account } }, share) {
      if (takenCount >= placesMax || busyAccounts.has(account)) return undefined;
      if (share !== undefined && !hasRoom(share)) return undefined;
      busyAccounts.add(account);
      takenCount += 1;
      if (share !== undefined) taken[share] += 1;
      return () => {
        busyAccounts.delete(account);
        takenCount -= 1;
        if (share !== undefined) taken[share] -= 1;
      };
    },
  };
}
