/** Runs equal work once: whoever asks while it is under way gets the same result, or the same error. */
export interface SingleFlight<Result> {
  run(key: string, work: () => Promise<Result>): Promise<Result>;
}

export function createSingleFlight<Result>(): SingleFlight<Result> {
  const underWay = new Map<string, Promise<Result>>();
  return {
    run(key, work) {
      const known = underWay.get(key);
      if (known !== undefined) return known;
      const started = work().finally(() => underWay.delete(key));
      underWay.set(key, started);
      return started;
    },
  };
}
