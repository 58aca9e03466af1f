import { API_VERSION, DIALECT_BASE_PATHS } from '@tonriver/api-model';
import type { RequestHandler } from 'express';

/** The version that the deployed service says of itself in v3. Clients choose by it what they can ask. */
const DEPLOYED_VERSION = '1.3.0';
const DEPLOYED_V3 = `${DIALECT_BASE_PATHS.deployed}/v3/`;

/** Adds `X-API-Version` to every answer: the version of the OpenAPI document, or that of the deployed service. */
export const apiVersion: RequestHandler = function apiVersion(request, response, next) {
  response.set('X-API-Version', request.path.startsWith(DEPLOYED_V3) ? DEPLOYED_VERSION : API_VERSION);
  next();
};

/** Tells whether a path is one of the deployed dialect. */
export function isOfDeployed(path: string): boolean {
  return path.startsWith(`${DIALECT_BASE_PATHS.deployed}/`);
}
