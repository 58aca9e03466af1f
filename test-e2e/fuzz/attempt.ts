import { TonriverError } from '@tonriver/errors';

/** Counts by name. */
export type Tally = Map<string, number>;

export function count(tally: Tally, name: string, times = 1): void {
  tally.set(name, (tally.get(name) ?? 0) + times);
}

/**
 * Runs one reader. A typed error is a correct result: it is counted, and the result is undefined. All other errors,
 * which the fuzz run searches, are thrown.
 */
export type Attempt = <Result>(stage: string, read: () => Result) => Result | undefined;

export function createAttempt(tally: Tally): Attempt {
  return (stage, read) => {
    try {
      const result = read();
      count(tally, `${stage}: read`);
      return result;
    } catch (error) {
      if (!(error instanceof TonriverError)) throw error;
      count(tally, `${stage}: ${error.name} ${error.code}`);
      return undefined;
    }
  };
}
