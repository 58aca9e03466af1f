import { setTimeout as sleep } from 'node:timers/promises';

/** Time as the passes know it: a simulation gives another one. */
export interface Clock {
  /** Never jumps. */
  nowMs(): number;
  /** Ends early when the signal aborts. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  nowMs: () => performance.now(),
  async pause(ms, signal) {
    await sleep(ms, undefined, { signal }).catch(() => undefined);
  },
};
