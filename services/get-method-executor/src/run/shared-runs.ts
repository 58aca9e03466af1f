import { GetMethodError } from '@tonriver/api-model';

/** Work that several callers wait for at one time, done once. */
export interface SharedRuns<Result> {
  /**
   * Joins the work that is under way by this key, or begins it. `begin` is given a signal that aborts when all callers
   * who waited have left: what nobody waits for is not begun any more.
   *
   * @param caller aborts when this caller leaves
   * @throws {GetMethodError} `timed_out` to a caller who has left
   */
  run(key: string, caller: AbortSignal | undefined, begin: (wanted: AbortSignal) => Promise<Result>): Promise<Result>;
  /** Work that goes on although all callers have left: what has begun is not always to be stopped. */
  readonly leftCount: number;
}

interface SharedRun<Result> {
  readonly result: Promise<Result>;
  readonly nobody: AbortController;
  callers: number;
  isDone: boolean;
}

export function createSharedRuns<Result>(): SharedRuns<Result> {
  const underWay = new Map<string, SharedRun<Result>>();
  let leftCount = 0;

  const begun = (key: string, begin: (wanted: AbortSignal) => Promise<Result>): SharedRun<Result> => {
    const nobody = new AbortController();
    const run = { result: begin(nobody.signal), nobody, callers: 0, isDone: false };
    underWay.set(key, run);
    const settle = (): void => {
      run.isDone = true;
      if (underWay.get(key) === run) underWay.delete(key);
      if (nobody.signal.aborted) leftCount -= 1;
    };
    run.result.then(settle, settle);
    return run;
  };
  const leave = (key: string, run: SharedRun<Result>): void => {
    run.callers -= 1;
    if (run.callers > 0 || run.isDone) return;
    leftCount += 1;
    // Whoever asks the same from now on begins anew: what was given up gives no answer.
    if (underWay.get(key) === run) underWay.delete(key);
    run.nobody.abort();
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

/** Texts of errors are for callers; this one has gone. */
export function callerGone(): GetMethodError {
  return new GetMethodError('timed_out', 'timeout', {}, { isRetryable: true });
}

/** The result, or `timed_out` as soon as the signal aborts. */
export async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (signal === undefined) return await work;
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(callerGone());
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (onAbort !== undefined) signal.removeEventListener('abort', onAbort);
  }
}
