import type { IncomingMessage } from 'node:http';
import { createBodyReader, parseJson, RequestError } from '@tonriver/http-server';
import { DevnetError } from '../devnet-error.ts';

const BYTES_MAX = 1024 * 1024;
const JSON_BOUNDS = { nestingMax: 8, valuesMax: 100 };

/** Reads a body that is one JSON object. @throws {DevnetError} `bad_request`, `overloaded` */
export type ReadObject = (request: IncomingMessage) => Promise<Readonly<Record<string, unknown>>>;

export function createObjectReader(): ReadObject {
  const readBody = createBodyReader();
  return async (request) => {
    try {
      const value: unknown = parseJson(await readBody(request, { bytesMax: BYTES_MAX }), JSON_BOUNDS);
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (error.isRetryable) throw new DevnetError('overloaded', error.message, {}, { isRetryable: true });
      throw new DevnetError('bad_request', error.message, { cause: error.code });
    }
    throw new DevnetError('bad_request', 'The body is no JSON object');
  };
}

/** Reads standard base64. Returns undefined for other text. */
export function bytesOfBase64(text: string): Uint8Array | undefined {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) return undefined;
  return new Uint8Array(Buffer.from(text, 'base64'));
}
