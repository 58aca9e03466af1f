/** How many times its limit a run may last that gets little of a processor: then it counts as one that never ends. */
const STARVED_TIMES_MAX = 30;
/** At least between two looks at the time of a processor, in ms. The system counts it in steps of 10 ms. */
const LOOK_MS_LEAST = 20;

export interface RunLimit {
  /** What the run may take. */
  readonly timeMs: number;
  /**
   * Time of a processor that the thread of the run has had, ms. What the run has of it counts, and at most
   * `STARVED_TIMES_MAX` as much wall time. Absent, or undefined when the run begins: wall time alone counts.
   */
  readonly processorTimeMs?: () => number | undefined;
  /** Is called once, when the time is over. */
  readonly onOver: () => void;
}

/** Watches a run that begins now. Returns what ends the watch. */
export function limitRun({ timeMs, processorTimeMs, onOver }: RunLimit): () => void {
  const startedAtMs = performance.now();
  const hadMs = processorTimeMs?.();
  const look = (): void => {
    // What is not told for a moment is looked up again.
    const usedMs = hadMs === undefined ? timeMs : (processorTimeMs?.() ?? hadMs) - hadMs;
    const isStarvedTooLong = performance.now() - startedAtMs >= timeMs * STARVED_TIMES_MAX;
    if (usedMs >= timeMs || isStarvedTooLong) onOver();
    else timer = setTimeout(look, Math.max(timeMs - usedMs, LOOK_MS_LEAST));
  };
  let timer = setTimeout(look, timeMs);
  return () => clearTimeout(timer);
}
