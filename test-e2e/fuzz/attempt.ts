import { TonriverError } from '@tonriver/errors';

/** How often something happened, by name. */
export type Tally = Map<string, number>;

export function count(tally: Tally, name: string, times = 1): void {
  tally.set(name, (tally.get(name) ?? 0) + times);
}

/**
 * Runs one reader. A typed error is a good answer: it is counted, and the result is undefined. Every other error is
 * what the fuzz run looks for, and escapes.
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
