import { GetMethodError } from '@tonriver/api-model';

/** Does work once for all callers that wait for it at the same time. */
export interface SharedRuns<Result> {
  /**
   * Joins the running work with this key, or begins it. `begin` gets a signal that aborts when all callers have left,
   * so that further steps of the work are not begun.
   *
   * @param caller aborts when this caller leaves
   * @throws {GetMethodError} `timed_out` to a caller who has left
   */
  run(key: string, caller: AbortSignal | undefined, begin: (wanted: AbortSignal) => Promise<Result>): Promise<Result>;
  /** How much work still runs although all its callers have left: running work cannot always be stopped. */
  readonly leftCount: number;
}

interface SharedRun<Result> {
  readonly result: Promise<Result>;
  readonly allLeft: AbortController;
  callers: number;
  isDone: boolean;
}

export function createSharedRuns<Result>(): SharedRuns<Result> {
  const underWay = new Map<string, SharedRun<Result>>();
  let leftCount = 0;

  const begun = (key: string, begin: (wanted: AbortSignal) => Promise<Result>): SharedRun<Result> => {
    const allLeft = new AbortController();
    const run = { result: begin(allLeft.signal), allLeft, callers: 0, isDone: false };
    underWay.set(key, run);
    const settle = (): void => {
      run.isDone = true;
      if (underWay.get(key) === run) underWay.delete(key);
      if (allLeft.signal.aborted) leftCount -= 1;
    };
    run.result.then(settle, settle);
    return run;
  };
  const leave = (key: string, run: SharedRun<Result>): void => {
    run.callers -= 1;
    if (run.callers > 0 || run.isDone) return;
    leftCount += 1;
    // Later callers with the same key begin new work: this one was given up and has no result.
    if (underWay.get(key) === run) underWay.delete(key);
    run.allLeft.abort();
  };

  return {
    async run(key, caller, begin) {
      if (caller?.aborted === true) throw callerGone();
      const run = underWay.get(key) ?? begun(key, begin);
      run.callers += 1;
      try {
        return await untilAborted(run.result, caller);
      } finally {
        leave(key, run);
      }
    },
    get leftCount() {
      return leftCount;
    },
  };
}

/** The error for a caller that has left. Nobody reads its text. */
export function callerGone(): GetMethodError {
  return new GetMethodError('timed_out', 'timeout', {}, { isRetryable: true });
}

/** The result, or `timed_out` as soon as the signal aborts. */
export async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (signal === undefined) return await work;
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(callerGone());
    // A signal tells only once that it aborts.
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (onAbort !== undefined) signal.removeEventListener('abort', onAbort);
  }
}
