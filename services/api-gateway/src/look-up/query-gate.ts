import { GatewayError } from '../gateway-error.ts';

export interface QueryGateOptions {
  /** How many queries run at once; more would only share the same processors. */
  readonly queriesMax: number;
  /** How many may wait behind them; the next is turned away at once instead of timing out later. */
  readonly waitingMax: number;
}

/** Bounds what the gateway asks of ClickHouse at one time. */
export interface QueryGate {
  run<Result>(query: () => Promise<Result>): Promise<Result>;
  readonly runningCount: number;
  readonly waitingCount: number;
}

/** @throws {GatewayError} `overloaded` from `run` when too many wait already */
export function createQueryGate({ queriesMax, waitingMax }: QueryGateOptions): QueryGate {
  const waiting: (() => void)[] = [];
  let runningCount = 0;
  const leave = (): void => {
    const next = waiting.shift();
    // The place passes on directly, so that a newcomer cannot overtake those who wait.
    if (next === undefined) runningCount -= 1;
    else next();
  };
  return {
    async run(query) {
      if (runningCount < queriesMax) runningCount += 1;
      else {
        if (waiting.length >= waitingMax) {
          throw new GatewayError('overloaded', 'too many requests wait for data', { retryAfterSeconds: 1 });
        }
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
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
      return waiting.length;
    },
  };
}
