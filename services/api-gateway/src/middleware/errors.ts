import { hasUnreadBody } from '@tonriver/http-server';
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { contract } from '../dialects/contract.ts';
import { deployed } from '../dialects/deployed.ts';
import { GatewayError, type GatewayErrorCode } from '../gateway-error.ts';
import { gatewayErrorOf } from '../gateway-error-of.ts';
import { extraOf } from './extra.ts';
import { isOfDeployed } from './api-version.ts';
import { contextOf } from './request-context.ts';

/** Routes of v2 have their own form of an error. */
function bodyOf(request: Request, response: Response, error: GatewayError): Readonly<Record<string, unknown>> {
  const generation = /^\/(toncenter\/)?api\/v2(?:\/(.*))?$/.exec(request.path);
  if (request.path.startsWith('/toncenter/api/emulate/')) return { error: error.message, ...error.members };
  if (generation === null) return { code: error.status, error: error.message, ...error.members };
  const [, deployed, method] = generation;
  const hasExtra = deployed !== undefined || method === 'jsonRPC';
  const extra = hasExtra ? { '@extra': extraOf(contextOf(response)) } : {};
  return { ok: false, error: error.message, code: error.status, ...extra, ...error.members };
}

/** Answers requests without a route. */
export const unknownRoute: RequestHandler = function unknownRoute({ method, baseUrl, path }, _response, next) {
  next(new GatewayError('not_found', `no such endpoint: ${method} ${`${baseUrl}${path}`.slice(0, 200)}`));
};

/** Errors caused by callers or contracts. They are not logged as errors, also where the drop-in dialect says 500. */
const QUIET: ReadonlySet<string> = new Set<GatewayErrorCode>([
  'bad_request',
  'not_found',
  'not_implemented',
  'not_ready',
  'get_method_failed',
  'message_refused',
]);
/** Refusals under too much load. They are logged as errors only when the store caused them. */
const REFUSALS: ReadonlySet<string> = new Set<GatewayErrorCode>(['overloaded', 'timed_out']);

/** Answers every error with its status and a stable text. Its cause is only logged. */
export const errors: ErrorRequestHandler = function errors(thrown: unknown, request, response, next) {
  const error = gatewayErrorOf(thrown);
  const { logger, endpoint } = contextOf(response);
  const isRefusal = REFUSALS.has(error.code) && error.cause === undefined;
  if (isRefusal) {
    // Under too much load, a log line with a stack for each refusal would fill the log.
    logger.debug('A request was refused', { endpoint, status: error.status, reason: error.message });
  } else if (error.status >= 500 && !(QUIET.has(error.code) && thrown instanceof GatewayError)) {
    logger.error('A request failed', { endpoint, status: error.status, error: thrown });
  }
  if (response.headersSent) {
    next(thrown);
    return;
  }
  if (error.retryAfterSeconds !== undefined) response.set('Retry-After', String(error.retryAfterSeconds));
  // The unread rest of a request that was refused early would be read as the next request.
  if (hasUnreadBody(request)) response.set('Connection', 'close');
  response.removeHeader('ETag');
  response.removeHeader('X-Total-Count');
  response.set('Cache-Control', 'no-store');
  const { contentType } = isOfDeployed(request.path) ? deployed : contract;
  response.setHeader('Content-Type', contentType);
  response.status(error.status).send(Buffer.from(JSON.stringify(bodyOf(request, response, error))));
};
