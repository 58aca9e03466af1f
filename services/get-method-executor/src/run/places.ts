import { callerGone } from './shared-runs.ts';

/** Places that runs take in order. */
export interface Places {
  /**
   * Waits for a place. A place goes directly to the next one in the queue.
   *
   * @param wanted aborts when no caller waits for the run any more: it then leaves the queue
   * @throws {GetMethodError} `timed_out` to a run that nobody wants; what `refuse` makes when too many wait
   */
  enter(wanted: AbortSignal | undefined): Promise<void>;
  leave(): void;
}

export interface PlacesOptions {
  readonly runningMax: number;
  readonly waitingMax: number;
  readonly refuse: (waitingCount: number) => Error;
}

export function createPlaces({ runningMax, waitingMax, refuse }: PlacesOptions): Places {
  const waiting = new Set<() => void>();
  let running = 0;
  return {
    async enter(wanted) {
      // Its signal would never tell again that it has left.
      if (wanted?.aborted === true) throw callerGone();
      if (running < runningMax) {
        running += 1;
        return;
      }
      if (waiting.size >= waitingMax) throw refuse(waiting.size);
      await new Promise<void>((resolve, reject) => {
        const begin = (): void => {
          wanted?.removeEventListener('abort', giveUp);
          resolve();
        };
        const giveUp = (): void => {
          waiting.delete(begin);
          reject(callerGone());
        };
        waiting.add(begin);
        wanted?.addEventListener('abort', giveUp, { once: true });
      });
    },
    leave() {
      const [next] = waiting;
      if (next === undefined) {
        running -= 1;
        return;
      }
      waiting.delete(next);
      next();
    },
  };
}
