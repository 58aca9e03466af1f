import type { Clock } from './clock.ts';
import type { PassResult } from './stream-step.ts';
import { createWake } from './wake.ts';

/** The pauses between the passes of a step, which records can end early. */
export interface PassPauses {
  /** To be called with each record that is taken. */
  noteRecord(): void;
  /** To be called before a pass: the records up to now are its own. */
  beginPass(): void;
  /** Waits after a pass. */
  pause(result: PassResult, running: AbortSignal): Promise<void>;
}

export function createPassPauses(clock: Clock): PassPauses {
  /** When the last record came; undefined: none since the pass began. */
  let recordAtMs: number | undefined;
  let passAtMs = clock.nowMs();
  const record = createWake(clock);
  return {
    noteRecord() {
      recordAtMs = clock.nowMs();
      record.wake();
    },
    beginPass() {
      recordAtMs = undefined;
      passAtMs = clock.nowMs();
    },
    async pause({ pauseMs, early }, running) {
      const startMs = clock.nowMs();
      const endMs = startMs + pauseMs;
      // On a busy machine passes take long, and more of them would make it busier.
      const afterMs = Math.max(early?.afterMs ?? 0, startMs - passAtMs);
      if (early === undefined) {
        await clock.pause(pauseMs, running);
        return;
      }
      while (!running.aborted) {
        const nowMs = clock.nowMs();
        const earlyMs = recordAtMs === undefined ? endMs : Math.max(startMs + afterMs, recordAtMs + early.quietMs);
        const leftMs = Math.min(endMs, earlyMs) - nowMs;
        if (leftMs <= 0) return;
        if (recordAtMs === undefined) await record.sleep(leftMs, running);
        else await clock.pause(leftMs, running);
      }
    },
  };
}
