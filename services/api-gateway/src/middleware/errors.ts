import { TonriverError } from '@tonriver/errors';
import { hasUnreadBody } from '@tonriver/http-server';
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { GatewayError, type GatewayErrorCode } from '../gateway-error.ts';
import { extraOf } from './extra.ts';
import { contextOf } from './request-context.ts';

/** Where an error comes from decides the words: the earlier generation of the API has its own envelope. */
function bodyOf(request: Request, response: Response, error: GatewayError): Readonly<Record<string, unknown>> {
  const generation = /^\/(toncenter\/)?api\/v2(?:\/(.*))?$/.exec(request.path);
  if (generation === null) return { code: error.status, error: error.message, ...error.members };
  const [, deployed, method] = generation;
  const hasExtra = deployed !== undefined || method === 'jsonRPC';
  const extra = hasExtra ? { '@extra': extraOf(contextOf(response)) } : {};
  return { ok: false, error: error.message, code: error.status, ...extra, ...error.members };
}

/** Everything that no route took. */
export const unknownRoute: RequestHandler = function unknownRoute(request, _response, next) {
  next(new GatewayError('not_found', `no such endpoint: ${request.method} ${request.path.slice(0, 200)}`));
};

/** Errors that callers or contracts cause: no fault of the gateway, so they are not logged. */
const QUIET: ReadonlySet<string> = new Set<GatewayErrorCode>(['not_implemented', 'not_ready', 'get_method_failed']);
/** Refusals under too much load. They are faults only when a store made them and not the gateway itself. */
const REFUSALS: ReadonlySet<string> = new Set<GatewayErrorCode>(['overloaded', 'timed_out']);

/** Answers every error with its status and a stable text; what the text must not say goes to the log. */
export const errors: ErrorRequestHandler = function errors(thrown: unknown, request, response, next) {
  const error = gatewayErrorOf(thrown);
  const { logger, endpoint } = contextOf(response);
  const isRefusal = REFUSALS.has(error.code) && thrown instanceof GatewayError && thrown.cause === undefined;
  if (isRefusal) {
    // One line with a stack for each of them would fill the log of a gateway that has too much to do already.
    logger.debug('A request was refused', { endpoint, status: error.status, reason: error.message });
  } else if (error.status >= 500 && !QUIET.has(error.code)) {
    logger.error('A request failed', { endpoint, status: error.status, error: thrown });
  }
  if (response.headersSent) {
    next(thrown);
    return;
  }
  if (error.retryAfterSeconds !== undefined) response.set('Retry-After', String(error.retryAfterSeconds));
  // The unread rest of a request that was refused early would be taken for the next request.
  if (hasUnreadBody(request)) response.set('Connection', 'close');
  response.removeHeader('ETag');
  response.removeHeader('X-Total-Count');
  response.set('Cache-Control', 'no-store');
  response.status(error.status).json(bodyOf(request, response, error));
};

function gatewayErrorOf(thrown: unknown): GatewayError {
  if (thrown instanceof GatewayError) return thrown;
  if (thrown instanceof TonriverError) return fromTonriver(thrown);
  return fromExpress(thrown) ?? new GatewayError('not_ready', 'internal server error', { status: 500, cause: thrown });
}

/** Errors of the store: what a later call may mend is temporary, the rest is ours. */
function fromTonriver(error: TonriverError): GatewayError {
  if (error.code === 'clickhouse_timeout') return new GatewayError('timed_out', 'timeout', { cause: error });
  if (error.isRetryable) {
    return new GatewayError('overloaded', 'the data store is not available', { retryAfterSeconds: 1, cause: error });
  }
  return new GatewayError('not_ready', 'internal server error', { status: 500, cause: error });
}

/** Errors of the framework and its body parser carry a status and a type; their texts may quote the request. */
function fromExpress(thrown: unknown): GatewayError | undefined {
  if (!(thrown instanceof Error)) return undefined;
  const { status, type } = thrown as { readonly status?: unknown; readonly type?: unknown };
  if (type === 'entity.too.large')
    return new GatewayError('body_too_large', 'request body is too large', { cause: thrown });
  if (typeof status !== 'number' || status < 400 || status > 499) return undefined;
  return new GatewayError('bad_request', 'malformed request', { status, cause: thrown });
}
