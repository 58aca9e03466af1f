import type { RequestHandler } from 'express';
import { GatewayError } from '../gateway-error.ts';

/** Refuses all other methods of a path. Must come after its handlers. */
export function createMethodNotAllowed(methods: readonly string[]): RequestHandler {
  const allowed = methods.includes('GET') ? [...methods, 'HEAD'] : [...methods];
  return function methodNotAllowed(request, response) {
    response.set('Allow', [...allowed, 'OPTIONS'].join(', '));
    if (request.method === 'OPTIONS') {
      response.status(204).end();
      return;
    }
    throw new GatewayError('method_not_allowed', `method ${request.method} is not allowed here`);
  };
}
