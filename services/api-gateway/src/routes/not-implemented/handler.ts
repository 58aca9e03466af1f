import type { RequestHandler } from 'express';
import { GatewayError } from '../../gateway-error.ts';
import { contextOf } from '../../middleware/request-context.ts';

/** An endpoint that is not there yet. It says so, instead of answering with something empty. */
export function createNotImplementedHandler(name: string): RequestHandler {
  return function notImplementedHandler(_request, response) {
    contextOf(response).endpoint = name;
    throw notImplemented(name);
  };
}

export function notImplemented(name: string): GatewayError {
  return new GatewayError('not_implemented', `${name} is not implemented yet`);
}
