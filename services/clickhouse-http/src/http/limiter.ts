import { tooManyQueriesError } from '../errors.ts';

/** Lets so many run at once and so many wait; further ones are refused. */
export interface Limiter {
  run<Result>(action: () => Promise<Result>): Promise<Result>;
}

export function createLimiter({
  runningMax,
  waitingMax,
}: {
  readonly runningMax: number;
  readonly waitingMax: number;
}): Limiter {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    async run(action) {
      if (running >= runningMax) {
        if (waiting.length >= waitingMax) throw tooManyQueriesError('Too many simultaneous queries');
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else {
        running += 1;
      }
      try {
        return await action();
      } finally {
        // The place is handed over, not given back: nobody who comes later can take it first.
        const next = waiting.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
}
