import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** The clock of the runner and its steps. A simulation passes its own. */
export interface Clock {
  /** Milliseconds from an arbitrary start. Never goes back, and is not changed with the system's time. */
  nowMs(): number;
  /** Ends early when the signal aborts. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  /** Lets other work run, such as health checks and other loops. */
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
