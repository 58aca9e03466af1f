import type { QueryFault } from '@tonriver/api-model';
import { GatewayError } from '../gateway-error.ts';

/** Errors for invalid requests. Both dialects have the same texts, with different statuses. */
export function createRequestErrors(status: 400 | 422): {
  readonly badRequest: (text: string) => GatewayError;
  readonly queryError: (faults: readonly QueryFault[]) => GatewayError;
} {
  const badRequest = (text: string): GatewayError => new GatewayError('bad_request', text, { status });
  return {
    badRequest,
    queryError(faults) {
      const [first] = faults;
      if (first?.valuesMax !== undefined) {
        return badRequest(`too many values of "${first.name}": ${first.valuesMax} at most`);
      }
      const place = first?.index === undefined ? '' : `index ${first.index} of `;
      const more =
        faults.length > 1 ? ` (and ${faults.length - 1} other ${faults.length === 2 ? 'error' : 'errors'})` : '';
      return badRequest(`failed to decode: schema: error converting value for ${place}"${first?.name ?? ''}"${more}`);
    },
  };
}
