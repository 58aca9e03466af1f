import { ReadingError } from '../reading-error.ts';
import { checkCallerWaits, currentCallerSignal, callerGone } from './caller.ts';

export interface QueryGateOptions {
  /** The most queries at one time. More would only share the same processors. */
  readonly queriesMax: number;
  /** The most queries that wait. Further ones are refused at once instead of timing out later. */
  readonly waitingMax: number;
}

/** Limits the weight of the queries, or of other work, that runs at one time. */
export interface QueryGate {
  /**
   * Runs a query when there is room for its weight. One that weighs more than the limit runs alone. A waiting query is
   * never started when its caller leaves.
   */
  run<Result>(query: () => Promise<Result>, weight?: number): Promise<Result>;
  readonly runningCount: number;
  readonly waitingCount: number;
  /** Tells whether a query had to wait at any time since then (`performance.now()`). */
  hadWaiting(sinceMs: number): boolean;
}

/** Creates a gate. `run` throws a {ReadingError} `overloaded` when too many queries wait. */
export function createQueryGate({ queriesMax, waitingMax }: QueryGateOptions): QueryGate {
  const waiting = new Map<() => void, number>();
  let runningCount = 0;
  let waitedUntilMs = Number.NEGATIVE_INFINITY;
  const fits = (weight: number): boolean => runningCount === 0 || runningCount + weight <= queriesMax;
  const leave = (weight: number): void => {
    runningCount -= weight;
    beginNext();
  };
  const stopWaiting = (begin: () => void): void => {
    waiting.delete(begin);
    waitedUntilMs = performance.now();
  };
  // Queries start in order: if light ones overtook a heavy one, that would wait for ever.
  const beginNext = (): void => {
    for (const [begin, weight] of waiting) {
      if (!fits(weight)) return;
      stopWaiting(begin);
      runningCount += weight;
      begin();
    }
  };
  const enter = async (weight: number): Promise<void> => {
    const caller = currentCallerSignal();
    checkCallerWaits();
    // A new query does not overtake waiting ones.
    if (waiting.size === 0 && fits(weight)) {
      runningCount += weight;
      return;
    }
    if (waiting.size >= waitingMax) {
      throw new ReadingError('overloaded', 'too many requests wait for data', { retryAfterSeconds: 1 });
    }
    await new Promise<void>((resolve, reject) => {
      const giveUp = (): void => {
        stopWaiting(begin);
        reject(callerGone());
        // The others may have waited behind this one.
        beginNext();
      };
      const begin = (): void => {
        caller?.removeEventListener('abort', giveUp);
        resolve();
      };
      waiting.set(begin, weight);
      caller?.addEventListener('abort', giveUp, { once: true });
    });
  };
  return {
    async run(query, weight = 1) {
      await enter(weight);
      try {
        return await query();
      } finally {
        leave(weight);
      }
    },
    get runningCount() {
      return runningCount;
    },
    get waitingCount() {
      return waiting.size;
    },
    hadWaiting: (sinceMs) => waiting.size > 0 || waitedUntilMs >= sinceMs,
  };
}
