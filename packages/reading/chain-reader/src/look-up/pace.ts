/** Measures how fast work of different weights was done recently. */
export interface Pace {
  readonly isKnown: boolean;
  /** Returns how long work of this weight takes; 0 while that is unknown. */
  msFor(weight: number): number;
  measure<Result>(work: () => Promise<Result>, weight: number): Promise<Result>;
}

export interface PaceOptions {
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number;
  /** False while the current work should not be measured. */
  readonly isCounted: () => boolean;
}

/** After this much busy time, older measurements count half. */
const HALF_LIFE_MS = 5_000;
/** Older measurements are ignored. */
const FORGOTTEN_AFTER_MS = 5_000;

export function createPace({ now, isCounted }: PaceOptions): Pace {
  let doneWeight = 0;
  let busyMs = 0;
  let runningCount = 0;
  let countedUntilMs = 0;
  let lastDoneMs = 0;

  /** Counts time in which several pieces of work run only once. */
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
