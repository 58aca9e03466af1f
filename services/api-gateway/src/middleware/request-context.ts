import { randomUUID } from 'node:crypto';
import type { Logger } from '@tonriver/logger';
import type { RequestHandler, Response } from 'express';

/** Values of one request that all its handlers may need. */
export interface RequestContext {
  readonly requestId: string;
  readonly startedMs: number;
  /** Returns the milliseconds since the request came. */
  readonly elapsedMs: () => number;
  readonly logger: Logger;
  /** The endpoint's name for metrics and logs. Never the caller's path. */
  endpoint: string;
}

const contexts = new WeakMap<Response, RequestContext>();
/** Ids of callers go into logs and headers. An id that does not match is replaced. */
const ACCEPTED_ID = /^[A-Za-z0-9._:-]{1,128}$/;

/** Gives every request an id, from `X-Request-Id` if that is valid, and answers with it. */
export function requestContext({
  logger,
  now,
}: {
  readonly logger: Logger;
  readonly now: () => number;
}): RequestHandler {
  return function requestContext(request, response, next) {
    const given = request.get('x-request-id');
    const requestId = given !== undefined && ACCEPTED_ID.test(given) ? given : randomUUID();
    const startedMs = now();
    contexts.set(response, {
      requestId,
      startedMs,
      elapsedMs: () => now() - startedMs,
      logger: logger.child({ requestId }),
      endpoint: 'unknown',
    });
    response.set('X-Request-Id', requestId);
    next();
  };
}

/** Returns the context that `requestContext` has set. */
export function contextOf(response: Response): RequestContext {
  const context = contexts.get(response);
  if (context === undefined) throw new TypeError('requestContext has to come before everything else');
  return context;
}
