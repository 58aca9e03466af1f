import type { RequestHandler } from 'express';

const EXPOSED =
  'X-Indexed-Seqno, X-Run-Seqno, X-Total-Count, X-Request-Id, X-API-Version, Retry-After, Server-Timing, ETag';

/** Allows any web page to read the API. It is public and uses no cookies or credentials. */
export const crossOrigin: RequestHandler = function crossOrigin(request, response, next) {
  response.set('Access-Control-Allow-Origin', '*');
  response.set('Access-Control-Expose-Headers', EXPOSED);
  if (request.method !== 'OPTIONS' || request.get('access-control-request-method') === undefined) {
    next();
    return;
  }
  response.set('Access-Control-Allow-Methods', 'GET, HEAD, POST, OPTIONS');
  response.set('Access-Control-Allow-Headers', request.get('access-control-request-headers') ?? 'Content-Type');
  response.set('Access-Control-Max-Age', '86400');
  response.status(204).end();
};
