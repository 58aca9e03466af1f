/** As often as snapshots are taken at most. */
const PAUSE_MS_MIN = 1000;
/** Snapshots may take a tenth of the time: after each so many times its own duration goes to work. */
const WORK_PER_SNAPSHOT = 9;

/**
 * When work is kept. A process that is killed again and again, however soon after its start, has to get on: so the
 * first work is kept at once, and the pause that follows depends on what a snapshot costs, not on a clock that every
 * start sets back.
 */
export interface SnapshotPace {
  isDue(): boolean;
  /** Takes a snapshot, and remembers how long that took. */
  measure(take: () => Promise<void>): Promise<void>;
}

export function createSnapshotPace(nowMs: () => number): SnapshotPace {
  let dueAtMs = -Infinity;
  return {
    isDue: () => nowMs() >= dueAtMs,
    async measure(take) {
      const startMs = nowMs();
      await take();
      const endMs = nowMs();
      dueAtMs = endMs + Math.max(PAUSE_MS_MIN, (endMs - startMs) * WORK_PER_SNAPSHOT);
    },
  };
}
