import { GatewayError } from '../gateway-error.ts';
import { currentAsker, gone } from './asking.ts';

export interface QueryGateOptions {
  /** How many queries run at once; more would only share the same processors. */
  readonly queriesMax: number;
  /** How many may wait behind them; the next is turned away at once instead of timing out later. */
  readonly waitingMax: number;
}

/** Bounds what the gateway asks of ClickHouse at one time. */
export interface QueryGate {
  /** A query whose asker goes away while it waits is never begun. */
  run<Result>(query: () => Promise<Result>): Promise<Result>;
  readonly runningCount: number;
  readonly waitingCount: number;
}

/** @throws {GatewayError} `overloaded` from `run` when too many wait already */
export function createQueryGate({ queriesMax, waitingMax }: QueryGateOptions): QueryGate {
  const waiting = new Set<() => void>();
  let runningCount = 0;
  const leave = (): void => {
    const [next] = waiting;
    // The place passes on directly, so that a newcomer cannot overtake those who wait.
    if (next === undefined) runningCount -= 1;
    else {
      waiting.delete(next);
      next();
    }
  };
  const enter = async (): Promise<void> => {
    const asker = currentAsker();
    if (asker?.aborted === true) throw gone();
    if (runningCount < queriesMax) {
      runningCount += 1;
      return;
    }
    if (waiting.size >= waitingMax) {
      throw new GatewayError('overloaded', 'too many requests wait for data', { retryAfterSeconds: 1 });
    }
    await new Promise<void>((resolve, reject) => {
      const giveUp = (): void => {
        waiting.delete(begin);
        reject(gone());
      };
      const begin = (): void => {
        asker?.removeEventListener('abort', giveUp);
        resolve();
      };
      waiting.add(begin);
      asker?.addEventListener('abort', giveUp, { once: true });
    });
  };
  return {
    async run(query) {
      await enter();
      try {
        return await query();
      } finally {
        leave();
      }
    },
    get runningCount() {
      return runningCount;
    },
    get waitingCount() {
      return waiting.size;
    },
  };
}
