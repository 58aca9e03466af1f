import type { ServerResponse } from 'node:http';

/** Aborts when the client has left or has its whole answer. */
export function clientLeaving(response: ServerResponse): AbortSignal {
  const leaving = new AbortController();
  if (response.destroyed) leaving.abort();
  response.once('close', () => leaving.abort());
  return leaving.signal;
}
