import { AsyncLocalStorage } from 'node:async_hooks';
import { setMaxListeners } from 'node:events';
import { ReadingError } from '../reading-error.ts';

interface CallerContext {
  readonly signal: AbortSignal | undefined;
  readonly sinceMs: number;
}

const context = new AsyncLocalStorage<CallerContext>();

/**
 * Runs work for a caller who may leave. Look-ups and queries use `currentCallerSignal`. The signal is not a parameter
 * of every function, because the code that assembles answers does not use it.
 */
export function runForCaller<Result>(signal: AbortSignal | undefined, work: () => Result): Result {
  if (signal !== undefined) setMaxListeners(0, signal);
  return context.run({ signal, sinceMs: context.getStore()?.sinceMs ?? performance.now() }, work);
}

/** Returns a signal that aborts when no caller waits for the current work; undefined if the work has no caller. */
export function currentCallerSignal(): AbortSignal | undefined {
  return context.getStore()?.signal;
}

/** Returns how long the caller has waited so far, from the start of its request. */
export function callerWaitMs(): number {
  const since = context.getStore()?.sinceMs;
  return since === undefined ? 0 : performance.now() - since;
}

/** Called between the parts of long work. @throws {ReadingError} when no caller waits for it any more */
export function checkCallerWaits(): void {
  if (currentCallerSignal()?.aborted === true) throw callerGone();
}

/** Returns the error that ends work whose caller has left. Nobody sees it. */
export function callerGone(): ReadingError {
  return new ReadingError('timed_out', 'timeout');
}
