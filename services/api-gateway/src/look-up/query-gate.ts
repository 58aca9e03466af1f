import { GatewayError } from '../gateway-error.ts';
import { checkCallerWaits, currentCallerSignal, callerGone } from './caller.ts';

export interface QueryGateOptions {
  /** How many queries run at once; more would only share the same processors. */
  readonly queriesMax: number;
  /** How many may wait behind them; the next is turned away at once instead of timing out later. */
  readonly waitingMax: number;
}

/** Bounds what the gateway asks of ClickHouse at one time, or what else is worth bounding. */
export interface QueryGate {
  /**
   * A query whose caller leaves while it waits is never begun. One may weigh as much as several; one that weighs more
   * than all may runs alone.
   */
  run<Result>(query: () => Promise<Result>, weight?: number): Promise<Result>;
  readonly runningCount: number;
  readonly waitingCount: number;
  /** Whether a query had to wait at any time since then, by `performance.now()`. */
  hadWaiting(sinceMs: number): boolean;
}

/** @throws {GatewayError} `overloaded` from `run` when too many wait already */
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
  // In order: a light one does not overtake a heavy one, which would wait for ever.
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
    // Nobody overtakes those who wait.
    if (waiting.size === 0 && fits(weight)) {
      runningCount += weight;
      return;
    }
    if (waiting.size >= waitingMax) {
      throw new GatewayError('overloaded', 'too many requests wait for data', { retryAfterSeconds: 1 });
    }
    await new Promise<void>((resolve, reject) => {
      const giveUp = (): void => {
        stopWaiting(begin);
        reject(callerGone());
        // It may have been the heavy one that the others waited behind.
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
