/** The shortest time between two snapshots. */
const PAUSE_MS_MIN = 1000;
/** After a snapshot so many times its duration goes to work: snapshots take a tenth of the time. */
const WORK_PER_SNAPSHOT = 9;

/**
 * Decides when a snapshot is taken. A process that is killed again and again soon after its start must make progress:
 * so the first snapshot is due at once, and the pause after it depends on how long a snapshot takes.
 */
export interface SnapshotPace {
  isDue(): boolean;
  /** Takes a snapshot and measures how long that takes. */
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
