import { AsyncLocalStorage } from 'node:async_hooks';
import { setMaxListeners } from 'node:events';
import { GatewayError } from '../gateway-error.ts';

interface Asked {
  readonly asker: AbortSignal | undefined;
  readonly sinceMs: number;
}

const asked = new AsyncLocalStorage<Asked>();

/**
 * Runs work for somebody who may go away: look-ups and queries below ask `currentAsker`. It travels with the calls
 * instead of through every signature, because the code that assembles answers has nothing to decide about it.
 */
export function askFor<Result>(asker: AbortSignal | undefined, work: () => Result): Result {
  if (asker !== undefined) setMaxListeners(0, asker);
  return asked.run({ asker, sinceMs: asked.getStore()?.sinceMs ?? performance.now() }, work);
}

/** Aborted when nobody waits for the present work any more; `undefined` when it always matters. */
export function currentAsker(): AbortSignal | undefined {
  return asked.getStore()?.asker;
}

/** How long somebody has been waiting for the present work, whatever it did since. */
export function askedForMs(): number {
  const since = asked.getStore()?.sinceMs;
  return since === undefined ? 0 : performance.now() - since;
}

/** Between the parts of work that asks no look-up. @throws {GatewayError} when nobody waits for it any more */
export function checkStillAsked(): void {
  if (currentAsker()?.aborted === true) throw gone();
}

/** What work ends with whose asker went away. Nobody is there to see it. */
export function gone(): GatewayError {
  return new GatewayError('timed_out', 'timeout');
}
