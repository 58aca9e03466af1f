import type { RequestHandler } from 'express';
import { GatewayError } from '../gateway-error.ts';
import { contextOf } from '../middleware/request-context.ts';

/** Handles a route that is not implemented yet, with an error instead of an empty answer. */
export function createNotImplementedHandler(name: string): RequestHandler {
  return function notImplementedHandler(_request, response) {
    contextOf(response).endpoint = name;
    throw notImplemented(name);
  };
}

export function notImplemented(name: string): GatewayError {
  return new GatewayError('not_implemented', `${name} is not implemented yet`);
}
