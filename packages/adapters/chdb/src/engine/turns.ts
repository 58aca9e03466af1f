/** Runs works in order, at most so many at one time. */
export type Turns = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function createTurns(runningMax: number): Turns {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    // Who waits gets the place of one that ends: nobody can take it in between.
    if (running >= runningMax) await new Promise<void>((begin) => waiting.push(begin));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
