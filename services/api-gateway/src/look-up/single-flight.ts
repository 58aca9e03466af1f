import { askFor, checkStillAsked, currentAsker, gone } from './asking.ts';

/**
 * Runs equal work once: whoever asks while it is under way gets the same result, or the same error. Work that all who
 * asked for it have left (`askFor`) is called off, and whoever comes then begins it anew.
 */
export interface SingleFlight<Result> {
  run(key: string, work: () => Promise<Result>): Promise<Result>;
}

interface Flight<Result> {
  readonly calledOff: AbortController;
  readonly result: Promise<Result>;
  askerCount: number;
}

export function createSingleFlight<Result>(): SingleFlight<Result> {
  const underWay = new Map<string, Flight<Result>>();

  const begin = (key: string, work: () => Promise<Result>): Flight<Result> => {
    const calledOff = new AbortController();
    const result = askFor(calledOff.signal, work).finally(() => {
      land(key, flight);
      // Work that failed in one of its parts: nobody waits for the others.
      calledOff.abort(gone());
    });
    // Everybody may have left by the time it fails.
    result.catch(() => undefined);
    const flight: Flight<Result> = { calledOff, result, askerCount: 0 };
    underWay.set(key, flight);
    return flight;
  };

  const land = (key: string, flight: Flight<Result>): void => {
    if (underWay.get(key) === flight) underWay.delete(key);
  };

  return {
    async run(key, work) {
      const asker = currentAsker();
      checkStillAsked();
      const flight = underWay.get(key) ?? begin(key, work);
      flight.askerCount += 1;
      if (asker === undefined) return await flight.result;
      const leave = (): void => {
        flight.askerCount -= 1;
        if (flight.askerCount > 0) return;
        land(key, flight);
        flight.calledOff.abort(gone());
      };
      asker.addEventListener('abort', leave, { once: true });
      try {
        return await flight.result;
      } finally {
        asker.removeEventListener('abort', leave);
      }
    },
  };
}
