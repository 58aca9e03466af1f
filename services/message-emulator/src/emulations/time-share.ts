/** The time that emulations of one kind may take together: without a bound they would take what others need. */
export interface TimeShare {
  /** Whether one more may begin. */
  isLeft(nowMs: number): boolean;
  /** One is over that took so long, with its waits. */
  used(usedMs: number, nowMs: number): void;
}

/** On average half of one emulation runs at a time. */
const SHARE = 1 / 2;
/** What can be saved up: so much may begin at once where there were none before. */
const SAVED_MS_MAX = 5_000;

export function createTimeShare(): TimeShare {
  let savedMs = SAVED_MS_MAX;
  let countedAtMs: number | undefined;
  const count = (nowMs: number): void => {
    savedMs = Math.min(SAVED_MS_MAX, savedMs + (nowMs - (countedAtMs ?? nowMs)) * SHARE);
    countedAtMs = nowMs;
  };
  return {
    isLeft(nowMs) {
      count(nowMs);
      return savedMs > 0;
    },
    used(usedMs, nowMs) {
      count(nowMs);
      savedMs -= usedMs;
    },
  };
}
