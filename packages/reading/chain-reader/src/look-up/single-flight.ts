import { runForCaller, checkCallerWaits, currentCallerSignal, callerGone } from './caller.ts';

/**
 * Runs equal work once: callers that come while it runs get the same result or error. When all its callers have left
 * (`runForCaller`), the work is cancelled, and a later caller starts it again.
 */
export interface SingleFlight<Result> {
  run(key: string, work: () => Promise<Result>): Promise<Result>;
}

interface Flight<Result> {
  readonly calledOff: AbortController;
  readonly result: Promise<Result>;
  callerCount: number;
}

export function createSingleFlight<Result>(): SingleFlight<Result> {
  const underWay = new Map<string, Flight<Result>>();

  const begin = (key: string, work: () => Promise<Result>): Flight<Result> => {
    const calledOff = new AbortController();
    const result = runForCaller(calledOff.signal, work).finally(() => land(key, flight));
    // All callers may have left when it fails. When one part of the work fails, nobody waits for its other parts.
    result.catch(() => calledOff.abort(callerGone()));
    const flight: Flight<Result> = { calledOff, result, callerCount: 0 };
    underWay.set(key, flight);
    return flight;
  };

  const land = (key: string, flight: Flight<Result>): void => {
    if (underWay.get(key) === flight) underWay.delete(key);
  };

  return {
    async run(key, work) {
      const caller = currentCallerSignal();
      checkCallerWaits();
      const flight = underWay.get(key) ?? begin(key, work);
      flight.callerCount += 1;
      if (caller === undefined) return await flight.result;
      const leave = (): void => {
        flight.callerCount -= 1;
        if (flight.callerCount > 0) return;
        land(key, flight);
        flight.calledOff.abort(callerGone());
      };
      caller.addEventListener('abort', leave, { once: true });
      try {
        return await flight.result;
      } finally {
        caller.removeEventListener('abort', leave);
      }
    },
  };
}
