import { type ClickHouseHttpError, clientLeft, tooManyQueriesError } from '../errors.ts';

/** Limits how many actions run at once, how many wait, and how long each waits. Further ones are refused. */
export interface Limiter {
  /**
   * Runs an action when there is a place for it. The place is given back when the action has ended, however it ends.
   *
   * @param signal aborts when the caller has left: if the action still waits, it leaves the queue at once
   * @throws ClickHouseHttpError `too_many_queries`, or `client_left`
   */
  run<Result>(signal: AbortSignal, action: () => Promise<Result>): Promise<Result>;
  /** How many actions run and wait now. */
  load(): { readonly running: number; readonly waiting: number };
}

export interface LimiterOptions {
  readonly runningMax: number;
  readonly waitingMax: number;
  readonly waitMsMax: number;
}

export function createLimiter({ runningMax, waitingMax, waitMsMax }: LimiterOptions): Limiter {
  let running = 0;
  const waiting = new Set<() => void>();

  /** Resolves when the caller has a place. */
  const takePlace = (signal: AbortSignal): Promise<void> => {
    if (running < runningMax) {
      running += 1;
      return Promise.resolve();
    }
    if (waiting.size >= waitingMax) return Promise.reject(tooManyQueriesError('Too many simultaneous queries'));
    return new Promise((resolve, reject) => {
      const leave = (error: ClickHouseHttpError): void => {
        waiting.delete(enter);
        clearTimeout(timer);
        signal.removeEventListener('abort', leaveQueue);
        reject(error);
      };
      const enter = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', leaveQueue);
        resolve();
      };
      const leaveQueue = (): void => leave(clientLeft());
      const timer = setTimeout(
        () => leave(tooManyQueriesError(`Too many simultaneous queries: waited ${waitMsMax} ms for a place`)),
        waitMsMax,
      );
      signal.addEventListener('abort', leaveQueue, { once: true });
      waiting.add(enter);
    });
  };
  /** Gives the place directly to the longest-waiting caller, so that a later one cannot take it first. */
  const givePlace = (): void => {
    const [next] = waiting;
    if (next === undefined) running -= 1;
    else {
      waiting.delete(next);
      next();
    }
  };
  return {
    async run(signal, action) {
      if (signal.aborted) throw clientLeft();
      await takePlace(signal);
      try {
        return await action();
      } finally {
        givePlace();
      }
    },
    load: () => ({ running, waiting: waiting.size }),
  };
}
