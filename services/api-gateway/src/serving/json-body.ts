import { type BodyReader, type JsonBounds, parseJson, RequestError } from '@tonriver/http-server';
import type { Request } from 'express';
import type { Dialect } from '../dialects/dialect.ts';
import { GatewayError } from '../gateway-error.ts';
import { parseParameters } from './parameters.ts';

export interface JsonBodyRules extends JsonBounds {
  readonly bytesMax: number;
  /** Whether the request must have a content type: `application/json`, or any type that ends in `json`. */
  readonly contentType: 'application/json' | 'any json' | 'none';
  readonly badRequest: (text: string) => GatewayError;
  readonly tooLarge: () => GatewayError;
}

/** Reads the JSON body of a request. @throws {GatewayError} of the rules */
export type ReadJsonBody = (request: Request) => Promise<unknown>;

/** Reads JSON bodies, with limits on bytes (packed and unpacked), nesting and values. */
export function createJsonBodyReader(readBody: BodyReader, rules: JsonBodyRules): ReadJsonBody {
  const { bytesMax, contentType, badRequest } = rules;
  return async function readJsonBody(request) {
    if (!hasType(request, contentType)) throw badRequest('Unprocessable Entity');
    try {
      return parseJson(await readBody(request, { bytesMax }), rules);
    } catch (error) {
      throw error instanceof RequestError ? refusalOf(error, rules) : error;
    }
  };
}

function hasType(request: Request, contentType: JsonBodyRules['contentType']): boolean {
  if (contentType === 'none' || typeof request.is('application/json') === 'string') return true;
  return contentType === 'any json' && /^[^;]*json\s*(?:;|$)/i.test(request.get('content-type') ?? '');
}

/** Reads the fields of a form. @throws {GatewayError} of the rules */
export function createFormReader(
  readBody: BodyReader,
  dialect: Dialect,
  rules: Pick<JsonBodyRules, 'bytesMax' | 'badRequest' | 'tooLarge'>,
): (request: Request) => Promise<URLSearchParams> {
  return async function readForm(request) {
    try {
      const bytes = await readBody(request, { bytesMax: rules.bytesMax });
      return parseParameters(Buffer.from(bytes).toString(), dialect);
    } catch (error) {
      throw error instanceof RequestError ? refusalOf(error, rules) : error;
    }
  };
}

function refusalOf(
  error: RequestError,
  { badRequest, tooLarge }: Pick<JsonBodyRules, 'badRequest' | 'tooLarge'>,
): GatewayError {
  switch (error.code) {
    case 'body_too_large':
      return tooLarge();
    case 'bodies_overloaded':
      return new GatewayError('overloaded', 'too many large bodies are on their way', { retryAfterSeconds: 1 });
    case 'body_encoding_unknown':
      return new GatewayError('bad_request', 'content encoding is not supported', { status: 415 });
    case 'body_broken':
      return badRequest('request body cannot be unpacked');
    case 'body_cut_off':
      return badRequest('request body is not whole');
    case 'json_too_deep':
      return badRequest('request body is nested too deep');
    case 'json_too_many_values':
      return badRequest('request body has too many values');
    case 'json_broken':
      return badRequest('request body is not valid JSON');
  }
}
