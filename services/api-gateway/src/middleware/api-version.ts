import { API_VERSION } from '@tonriver/api-model';
import type { RequestHandler } from 'express';

/** Adds `X-API-Version` to every answer: the version of the OpenAPI document. */
export const apiVersion: RequestHandler = function apiVersion(_request, response, next) {
  response.set('X-API-Version', API_VERSION);
  next();
};
