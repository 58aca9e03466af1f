import type { BodyReader } from '@tonriver/http-server';
import type { RequestHandler, Response } from 'express';
import type { Dialect } from '../../dialects/dialect.ts';
import { GatewayError } from '../../gateway-error.ts';
import { contextOf } from '../../middleware/request-context.ts';
import type { SlicedWork } from '../../sliced-work.ts';
import { callerSignal } from '../caller-signal.ts';
import { createJsonBodyReader } from '../json-body.ts';
import { parametersOf } from '../read-route.ts';
import { type DecodeInput, decode, parseDecodeBody, parseDecodeQuery } from './route.ts';

export interface DecodeDependencies {
  readonly readBody: BodyReader;
  readonly slicedWork: SlicedWork;
  readonly bodyBytesMax: number;
  readonly requestTimeoutMs: number;
}

/** Limits for a body: two lists of strings. Other members are ignored, and must be few. */
const JSON_BOUNDS = { nestingMax: 16, valuesMax: 10_000 };

/** Handles GET decode. */
export function createDecodeQueryRoute(dependencies: DecodeDependencies, dialect: Dialect): RequestHandler {
  return async function decodeQueryRoute(request, response) {
    contextOf(response).endpoint = 'decode';
    await answer(dependencies, response, dialect, parseDecodeQuery(dialect, parametersOf(request, dialect)));
  };
}

/** Handles POST decode. */
export function createDecodeBodyRoute(dependencies: DecodeDependencies, dialect: Dialect): RequestHandler {
  const readJson = createJsonBodyReader(dependencies.readBody, {
    ...JSON_BOUNDS,
    bytesMax: dependencies.bodyBytesMax,
    needsContentType: true,
    badRequest: dialect.badRequest,
    tooLarge: () => new GatewayError('body_too_large', 'request body is too large'),
  });
  return async function decodeBodyRoute(request, response) {
    contextOf(response).endpoint = 'decode';
    await answer(dependencies, response, dialect, parseDecodeBody(dialect, await readJson(request)));
  };
}

async function answer(
  { slicedWork, requestTimeoutMs }: DecodeDependencies,
  response: Response,
  dialect: Dialect,
  input: DecodeInput,
): Promise<void> {
  const signal = callerSignal(response, requestTimeoutMs);
  response.type('application/json').send(await decode(dialect, input, slicedWork, signal));
}
