import { type Clock, systemClock } from './clock.ts';

const INTERVAL_MS = 250;

/** How a process says that it lives, and the time by which it does. */
export interface SignsOfLife {
  readonly beat?: (() => void) | undefined;
  readonly clock?: Clock | undefined;
}

/** Calls `beat` regularly while a call runs. Only for calls with a time limit of their own, such as to a broker. */
export async function beatWhile<Result>(
  call: Promise<Result>,
  { beat, clock = systemClock }: SignsOfLife,
): Promise<Result> {
  if (beat === undefined) return await call;
  const ended = new AbortController();
  const beats = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      await clock.pause(INTERVAL_MS, ended.signal);
      beat();
    }
  };
  const [result] = await Promise.all([call.finally(() => ended.abort()), beats()]);
  return result;
}
