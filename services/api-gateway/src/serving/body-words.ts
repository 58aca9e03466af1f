import type { Dialect } from '../dialects/dialect.ts';
import { GatewayError } from '../gateway-error.ts';

/** The two generations of the API, and the service beside them that emulates. */
export type Generation = 'v3' | 'v2' | 'emulation';

/** Errors for a body that cannot be read, with the texts and statuses of one generation and dialect. */
export interface BodyWords {
  readonly badRequest: (text: string) => GatewayError;
  readonly tooLarge: () => GatewayError;
}

/** Returns the errors of a dialect for a generation. */
export function bodyWordsOf({ name, badRequest }: Dialect, generation: Generation): BodyWords {
  if (generation === 'emulation') {
    // In both dialects: another service of the deployed ones, with errors of its own.
    return {
      badRequest: (text) => new GatewayError('bad_request', `invalid request: ${text}`),
      tooLarge: () => new GatewayError('body_too_large', 'request body is too large'),
    };
  }
  const isDeployedV2 = name === 'deployed' && generation === 'v2';
  return {
    badRequest: isDeployedV2 ? (text) => badRequest(`failed to parse post request: ${text}`) : badRequest,
    tooLarge: () =>
      new GatewayError('body_too_large', isDeployedV2 ? 'too large request' : 'request body is too large'),
  };
}
