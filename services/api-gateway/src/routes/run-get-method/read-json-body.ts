import { jsonNesting } from '@tonriver/api-model';
import express, { type Request, type Response } from 'express';
import type { GatewayError } from '../../gateway-error.ts';

export interface JsonBodyRules {
  readonly bytesMax: number;
  /** Objects and arrays inside each other: what is made to overflow a reader's stack is refused before it is read. */
  readonly nestingMax: number;
  /** Whether the request has to say that it is JSON. */
  readonly needsContentType: boolean;
  readonly badRequest: (text: string) => GatewayError;
  readonly tooLarge: () => GatewayError;
}

/** Reads the JSON body of a request. Integers that a double does not hold come as their decimal text. */
export type ReadJsonBody = (request: Request, response: Response) => Promise<unknown>;

export function createJsonBodyReader(rules: JsonBodyRules): ReadJsonBody {
  const { bytesMax, nestingMax, needsContentType, badRequest, tooLarge } = rules;
  const read = express.text({ limit: bytesMax, type: () => true, defaultCharset: 'utf-8' });
  return async function readJsonBody(request, response) {
    if (needsContentType && typeof request.is('application/json') !== 'string')
      throw badRequest('Unprocessable Entity');
    const error = await new Promise<unknown>((resolve) => read(request, response, resolve));
    if ((error as { readonly type?: unknown } | undefined)?.type === 'entity.too.large') throw tooLarge();
    if (error !== undefined) throw error;
    const body: unknown = request.body;
    const text = typeof body === 'string' ? body : '';
    if (jsonNesting(text) > nestingMax) throw badRequest('request body is nested too deep');
    try {
      return JSON.parse(withExactIntegers(text));
    } catch (cause) {
      if (cause instanceof SyntaxError) throw badRequest('request body is not valid JSON');
      throw cause;
    }
  };
}

/** Strings are passed over; integers of so many digits may be more than a double holds. */
const STRING_OR_LONG_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d{16,}(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** A number that would lose digits becomes a string of its digits: the values of a stack may be 257 bits long. */
export function withExactIntegers(text: string): string {
  return text.replace(STRING_OR_LONG_NUMBER, (token) => (/^-?[1-9]\d*$/.test(token) ? `"${token}"` : token));
}
