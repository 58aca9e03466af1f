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
import { type CallWords, callWords } from './call-words.ts';

import { readCallOfV2, readCallOfV3 } from './read-call.ts';
import { resultOfV2, resultOfV3 } from './results.ts';
import { type GetMethodRouteDependencies, runCall } from './run-call.ts';

/**
 * Tuples as deep as may be, each some objects and arrays; a thousand entries, each some values. The values of a stack
 * may be 257 bits long.
 */
const JSON_BOUNDS = { nestingMax: 512, valuesMax: 20_000, hasExactIntegers: true };
/**
 * A body is read on the thread that everybody waits for. A stack may hold 64 KiB of cells; in base64, with names and
 * numbers around, that is well below this.
 */
const BODY_BYTES_MAX = 640 * 1024;

/** POST /v3/runGetMethod. */
export function createRunGetMethodV3Route(dependencies: GetMethodRouteDependencies, dialect: Dialect): RequestHandler {
  const rules = { words: callWords(dialect, 'v3'), isContract: dialect.name === 'contract' };
  const readJson = createJsonBodyReader(dependencies.readBody, {
    ...JSON_BOUNDS,
    bytesMax: BODY_BYTES_MAX,
    needsContentType: true,
    ...rules.words,
  });
  return async function runGetMethodV3Route(request, response) {
    contextOf(response).endpoint = 'runGetMethod';
    const read = readCallOfV3(await readJson(request), rules);
    const answer = await runCall(dependencies, response, read, rules.words);
    response.json(resultOfV3(answer, read, rules));
  };
}

/** POST /v2/runGetMethod. */
export function createRunGetMethodV2Route(dependencies: GetMethodRouteDependencies, dialect: Dialect): RequestHandler {
  const isContract = dialect.name === 'contract';
  const rules = { words: callWords(dialect, 'v2'), isContract };
  const readJson = createV2BodyReader(dependencies, rules.words);
  return async function runGetMethodV2Route(request, response) {
    contextOf(response).endpoint = 'runGetMethodV2';
    const read = readCallOfV2(await readJson(request), rules, !isContract);
    const answer = await runCall(dependencies, response, read, rules.words);
    const result = resultOfV2(answer);
    if (isContract) response.json({ ok: true, result: JSON.stringify(result) });
    else response.json(envelope(response, answer, result));
  };
}

/**
 * POST /v2/jsonRPC: the same method by its name, as deployed in both dialects. `jsonrpc` and `id` are answered beside
 * the members of the envelope, and parameters that are not known are ignored: no client minds, and some need it.
 */
export function createJsonRpcRoute(dependencies: GetMethodRouteDependencies): RequestHandler {
  const rules = { words: callWords(deployed, 'v2'), isContract: false };
  const readJson = createV2BodyReader(dependencies, rules.words);
  return async function jsonRpcRoute(request, response) {
    contextOf(response).endpoint = 'jsonRPC';
    const body = await readJson(request);
    const { method, params, id } = rpcMembers(body, rules.words);
    const members = { jsonrpc: '2.0', ...(typeof id === 'string' || typeof id === 'number' ? { id: String(id) } : {}) };
    try {
      if (method !== 'runGetMethod') throw unknownMethod(method);
      const read = readCallOfV2(paramsOf(params), rules, false);
      const answer = await runCall(dependencies, response, read, rules.words);
      response.json({ ...envelope(response, answer, resultOfV2(answer)), ...members });
    } catch (error) {
      throw error instanceof GatewayError ? withMembers(error, members) : error;
    }
  };
}

function createV2BodyReader({ readBody }: GetMethodRouteDependencies, words: CallWords): ReadJsonBody {
  return createJsonBodyReader(readBody, {
    ...JSON_BOUNDS,
    bytesMax: BODY_BYTES_MAX,
    needsContentType: false,
    ...words,
  });
}

function envelope(response: Response, { isCached }: GetMethodAnswer, result: unknown): Record<string, unknown> {
  return { ok: true, result, '@extra': extraOf(contextOf(response), isCached) };
}

function rpcMembers(body: unknown, { badRequest }: CallWords): Readonly<Record<'method' | 'params' | 'id', unknown>> {
  const members = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {};
  const { method, params, id } = members as Readonly<Record<string, unknown>>;
  if (typeof method !== 'string') throw badRequest("Error at path 'method': Field is missing");
  return { method, params, id };
}

/** Anything but an object with members, or a list of something, is a call without parameters. */
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
