import { randomUUID } from 'node:crypto';
import type { Logger } from '@tonriver/logger';
import type { RequestHandler, Response } from 'express';

/** Values that every part of the handling of one request may need. */
export interface RequestContext {
  readonly requestId: string;
  readonly startedMs: number;
  /** Milliseconds since the request came in. */
  readonly elapsedMs: () => number;
  readonly logger: Logger;
  /** Label of metrics and logs: the endpoint's name, never a caller's path. */
  endpoint: string;
}

const contexts = new WeakMap<Response, RequestContext>();
/** Ids of callers go into logs and headers: short and harmless, or replaced. */
const ACCEPTED_ID = /^[A-Za-z0-9._:-]{1,128}$/;

/** Gives every request an id, taken from `X-Request-Id` when that is presentable, and answers with it. */
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

/** The context of a request that went through `requestContext`. */
export function contextOf(response: Response): RequestContext {
  const context = contexts.get(response);
  if (context === undefined) throw new TypeError('requestContext has to come before everything else');
  return context;
}
