import express, { type RequestHandler, type Response } from 'express';
import type { Dialect } from '../../dialects/dialect.ts';
import { contextOf } from '../../middleware/request-context.ts';
import { parametersOf } from '../read-route.ts';
import { type DecodeInput, decode, parseDecodeBody, parseDecodeQuery } from './route.ts';

/** GET decode. */
export function createDecodeQueryRoute(dialect: Dialect): RequestHandler {
  return async function decodeQueryRoute(request, response) {
    contextOf(response).endpoint = 'decode';
    await answer(response, dialect, parseDecodeQuery(dialect, parametersOf(request)));
  };
}

/** POST decode. */
export function createDecodeBodyRoute(dialect: Dialect, bodyBytesMax: number): RequestHandler {
  const readBody = createBodyReader(dialect, bodyBytesMax);
  return async function decodeBodyRoute(request, response) {
    contextOf(response).endpoint = 'decode';
    if (typeof request.is('application/json') !== 'string') throw dialect.badRequest('Unprocessable Entity');
    await readBody(request, response);
    await answer(response, dialect, parseDecodeBody(dialect, request.body));
  };
}

/** Reads a JSON body within bounds. The parser's own texts quote the body: ours say what is wrong and no more. */
function createBodyReader(
  dialect: Dialect,
  bodyBytesMax: number,
): (request: Parameters<RequestHandler>[0], response: Response) => Promise<void> {
  const parse = express.json({ limit: bodyBytesMax, strict: false, type: 'application/json' });
  return async function readBody(request, response) {
    const error = await new Promise<unknown>((resolve) => parse(request, response, resolve));
    if (error === undefined) return;
    const { type } = error as { readonly type?: unknown };
    throw type === 'entity.parse.failed' ? dialect.badRequest('request body is not valid JSON') : error;
  };
}

async function answer(response: Response, dialect: Dialect, input: DecodeInput): Promise<void> {
  response.json(await decode(dialect, input));
}
