import type { Response } from 'express';

/** Aborts when the caller leaves before the answer, or when it has waited so long. */
export function callerSignal(response: Response, timeoutMs: number): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return AbortSignal.any([gone.signal, AbortSignal.timeout(timeoutMs)]);
}
