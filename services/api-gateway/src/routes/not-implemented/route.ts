import type { RequestHandler } from 'express';
import { GatewayError } from '../../gateway-error.ts';
import { contextOf } from '../../middleware/request-context.ts';

/** An endpoint of the contract that is not there yet. It says so, instead of answering with something empty. */
export function createNotImplementedRoute(name: string): RequestHandler {
  return function notImplementedRoute(_request, response) {
    contextOf(response).endpoint = name;
    throw new GatewayError('not_implemented', `${name} is not implemented yet`);
  };
}
