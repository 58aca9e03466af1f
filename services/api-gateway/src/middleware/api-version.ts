import { API_VERSION } from '@tonriver/api-model';
import type { RequestHandler } from 'express';

/** `X-API-Version` on every answer: the version of the interface description. */
export const apiVersion: RequestHandler = function apiVersion(_request, response, next) {
  response.set('X-API-Version', API_VERSION);
  next();
};
