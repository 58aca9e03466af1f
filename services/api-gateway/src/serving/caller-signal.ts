import type { Response } from 'express';

/** Returns a signal that aborts when the caller leaves before its answer, or has waited for the given time. */
export function callerSignal(response: Response, timeoutMs: number): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return AbortSignal.any([gone.signal, AbortSignal.timeout(timeoutMs)]);
}
