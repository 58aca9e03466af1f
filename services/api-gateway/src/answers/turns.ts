import { checkCallerWaits } from '@tonriver/chain-reader';

/** How long one answer is worked at before other events are handled. */
const TURN_MS = 2;

/** The turns of the event loop in which a long answer is made. */
export interface Turns {
  /**
   * To be awaited between pieces of the work: when the turn has lasted long enough, others work first.
   *
   * @throws {ReadingError} when the caller has left meanwhile
   */
  next(): Promise<void>;
}

export function createTurns(): Turns {
  let beganMs = performance.now();
  return {
    async next() {
      if (performance.now() - beganMs < TURN_MS) return;
      await new Promise((resolve) => setImmediate(resolve));
      checkCallerWaits();
      beganMs = performance.now();
    },
  };
}
