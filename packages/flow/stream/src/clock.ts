import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** Time as the runner and its steps know it: a simulation gives another one. */
export interface Clock {
  /** Never jumps. */
  nowMs(): number;
  /** Ends early when the signal aborts. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  /** Lets others have their turn: health checks, and loops that wait. */
  yield(): Promise<void>;
}

export const systemClock: Clock = {
  nowMs: () => performance.now(),
  async pause(ms, signal) {
    await sleep(ms, undefined, { signal }).catch(() => undefined);
  },
  async yield() {
    await nextTurn();
  },
};
