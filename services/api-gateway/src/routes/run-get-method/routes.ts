import type { GetMethodAnswer } from '@tonriver/api-model';
import type { RequestHandler, Response } from 'express';
import { deployed } from '../../dialects/deployed.ts';
import type { Dialect } from '../../dialects/dialect.ts';
import { GatewayError } from '../../gateway-error.ts';
import { extraOf } from '../../middleware/extra.ts';
import { contextOf } from '../../middleware/request-context.ts';
import { createJsonBodyReader, type ReadJsonBody } from '../json-body.ts';
import { notImplemented } from '../not-implemented/handler.ts';
import { missingMethods } from '../not-implemented/routes.ts';
import { type CallErrors, callErrorsOf } from './call-errors.ts';

import { readCallOfV2, readCallOfV3 } from './read-call.ts';
import { resultOfV2, resultOfV3 } from './results.ts';
import { type GetMethodRouteDependencies, runCall } from './run-call.ts';

/**
 * Limits for a body: tuples of the deepest nesting, each of some objects and arrays; a thousand entries of some values.
 * Integers of a stack may be 257 bits long.
 */
const JSON_BOUNDS = { nestingMax: 512, valuesMax: 20_000, hasExactIntegers: true };
/**
 * The largest body. Bodies are parsed on the main thread. A stack may have 64 KiB of cells; in base64, with names and
 * numbers, that is well below this limit.
 */
const BODY_BYTES_MAX = 640 * 1024;

/** Handles POST /v3/runGetMethod. */
export function createRunGetMethodV3Route(dependencies: GetMethodRouteDependencies, dialect: Dialect): RequestHandler {
  const rules = { errors: callErrorsOf(dialect, 'v3'), isContract: dialect.name === 'contract' };
  const readJson = createJsonBodyReader(dependencies.readBody, {
    ...JSON_BOUNDS,
    bytesMax: BODY_BYTES_MAX,
    needsContentType: true,
    ...rules.errors,
  });
  return async function runGetMethodV3Route(request, response) {
    contextOf(response).endpoint = 'runGetMethod';
    const read = readCallOfV3(await readJson(request), rules);
    const answer = await runCall(dependencies, response, read, rules.errors);
    response.json(resultOfV3(answer, read, rules));
  };
}

/** Handles POST /v2/runGetMethod. */
export function createRunGetMethodV2Route(dependencies: GetMethodRouteDependencies, dialect: Dialect): RequestHandler {
  const isContract = dialect.name === 'contract';
  const rules = { errors: callErrorsOf(dialect, 'v2'), isContract };
  const readJson = createV2BodyReader(dependencies, rules.errors);
  return async function runGetMethodV2Route(request, response) {
    contextOf(response).endpoint = 'runGetMethodV2';
    const read = readCallOfV2(await readJson(request), rules, !isContract);
    const answer = await runCall(dependencies, response, read, rules.errors);
    const result = resultOfV2(answer);
    if (isContract) response.json({ ok: true, result: JSON.stringify(result) });
    else response.json(envelope(response, answer, result));
  };
}

/**
 * Handles POST /v2/jsonRPC: the same method by its name, in the deployed form under both dialects. The answer also has
 * `jsonrpc` and `id`. Unknown parameters are ignored, because some clients send them.
 */
export function createJsonRpcRoute(dependencies: GetMethodRouteDependencies): RequestHandler {
  const rules = { errors: callErrorsOf(deployed, 'v2'), isContract: false };
  const readJson = createV2BodyReader(dependencies, rules.errors);
  return async function jsonRpcRoute(request, response) {
    contextOf(response).endpoint = 'jsonRPC';
    const body = await readJson(request);
    const { method, params, id } = rpcMembers(body, rules.errors);
    const members = { jsonrpc: '2.0', ...(typeof id === 'string' || typeof id === 'number' ? { id: String(id) } : {}) };
    try {
      if (method !== 'runGetMethod') throw unknownMethod(method);
      const read = readCallOfV2(paramsOf(params), rules, false);
      const answer = await runCall(dependencies, response, read, rules.errors);
      response.json({ ...envelope(response, answer, resultOfV2(answer)), ...members });
    } catch (error) {
      throw error instanceof GatewayError ? withMembers(error, members) : error;
    }
  };
}

function createV2BodyReader({ readBody }: GetMethodRouteDependencies, errors: CallErrors): ReadJsonBody {
  return createJsonBodyReader(readBody, {
    ...JSON_BOUNDS,
    bytesMax: BODY_BYTES_MAX,
    needsContentType: false,
    ...errors,
  });
}

function envelope(response: Response, { isCached }: GetMethodAnswer, result: unknown): Record<string, unknown> {
  return { ok: true, result, '@extra': extraOf(contextOf(response), isCached) };
}

function rpcMembers(body: unknown, { badRequest }: CallErrors): Readonly<Record<'method' | 'params' | 'id', unknown>> {
  const members = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {};
  const { method, params, id } = members as Readonly<Record<string, unknown>>;
  if (typeof method !== 'string') throw badRequest("Error at path 'method': Field is missing");
  return { method, params, id };
}

/** Reads `params`. Anything except an object with members, or a list with elements, is a call without parameters. */
function paramsOf(params: unknown): unknown {
  if (Array.isArray(params) && params.length > 0) {
    throw new GatewayError('bad_request', 'params must contain an object', { status: 422 });
  }
  return typeof params === 'object' && params !== null && !Array.isArray(params) ? params : {};
}

function unknownMethod(method: unknown): GatewayError {
  if (typeof method === 'string' && missingMethods.has(method)) return notImplemented(method);
  return new GatewayError('not_found', 'Unknown method');
}

function withMembers(error: GatewayError, members: Readonly<Record<string, unknown>>): GatewayError {
  const { code, message, status, retryAfterSeconds, cause } = error;
  return new GatewayError(code, message, {
    status,
    members,
    cause,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}
