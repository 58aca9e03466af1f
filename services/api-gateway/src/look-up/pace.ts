/** How fast work of different weights is done, as the recent past shows it. */
export interface Pace {
  readonly isKnown: boolean;
  /** How long so much work may take; 0 while nothing is known. */
  msFor(weight: number): number;
  measure<Result>(work: () => Promise<Result>, weight: number): Promise<Result>;
}

export interface PaceOptions {
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** Whether what goes on now tells the pace. */
  readonly isCounted: () => boolean;
}

/** Busy time after which what was measured counts half. */
const HALF_LIFE_MS = 5_000;
/** A measurement this old tells nothing of now. */
const FORGOTTEN_AFTER_MS = 5_000;

export function createPace({ now, isCounted }: PaceOptions): Pace {
  let doneWeight = 0;
  let busyMs = 0;
  let runningCount = 0;
  let countedUntilMs = 0;
  let lastDoneMs = 0;

  /** Time in which several are done is counted once: what matters is how much is done in it. */
  const countTime = (): void => {
    const at = now();
    if (runningCount > 0 && isCounted()) busyMs += at - countedUntilMs;
    countedUntilMs = at;
    if (busyMs < HALF_LIFE_MS) return;
    busyMs /= 2;
    doneWeight /= 2;
  };
  const isKnown = (): boolean => doneWeight > 0 && now() - lastDoneMs < FORGOTTEN_AFTER_MS;
  return {
    get isKnown() {
      return isKnown();
    },
    msFor: (weight) => (isKnown() ? (weight * busyMs) / doneWeight : 0),
    async measure(work, weight) {
      countTime();
      runningCount += 1;
      try {
        return await work();
      } finally {
        countTime();
        runningCount -= 1;
        if (isCounted()) {
          doneWeight += weight;
          lastDoneMs = now();
        }
      }
    },
  };
}
