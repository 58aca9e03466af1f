import { AsyncLocalStorage } from 'node:async_hooks';
import { setMaxListeners } from 'node:events';
import { GatewayError } from '../gateway-error.ts';

interface CallerContext {
  readonly signal: AbortSignal | undefined;
  readonly sinceMs: number;
}

const context = new AsyncLocalStorage<CallerContext>();

/**
 * Runs work for a caller who may leave: look-ups and queries below ask `currentCallerSignal`. It travels with the calls
 * instead of through every signature, because the code that assembles answers has nothing to decide about it.
 */
export function runForCaller<Result>(signal: AbortSignal | undefined, work: () => Result): Result {
  if (signal !== undefined) setMaxListeners(0, signal);
  return context.run({ signal, sinceMs: context.getStore()?.sinceMs ?? performance.now() }, work);
}

/** Aborted when no caller waits for the present work any more; `undefined` when it always matters. */
export function currentCallerSignal(): AbortSignal | undefined {
  return context.getStore()?.signal;
}

/** How long the caller has been waiting for the present work, with all that was done for it before. */
export function callerWaitMs(): number {
  const since = context.getStore()?.sinceMs;
  return since === undefined ? 0 : performance.now() - since;
}

/** Between the parts of work that asks no look-up. @throws {GatewayError} when no caller waits for it any more */
export function checkCallerWaits(): void {
  if (currentCallerSignal()?.aborted === true) throw callerGone();
}

/** How work ends whose caller left. Nobody is there to see it. */
export function callerGone(): GatewayError {
  return new GatewayError('timed_out', 'timeout');
}
