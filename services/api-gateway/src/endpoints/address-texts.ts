import { parseAddress, rawAddress, textListParameter } from '@tonriver/api-model';
import { hexOf } from '@tonriver/chain-reader';
import { z } from 'zod';
import type { QueryInput } from './endpoint-definition.ts';

/** As the deployed service documents. */
const ADDRESSES_MAX = 1024;

const schema = z.object({
  address: textListParameter('Address in any form; repeat the parameter, at most 1,024 times').optional(),
});

/** The query of endpoints that take any text for an address: one that is none is no error. */
export const addressTextsQuery: QueryInput<typeof schema, { readonly texts: readonly string[] }> = {
  schema,
  required: ['address'],
  read({ address: texts = [] }, dialect) {
    if (texts.length === 0) throw dialect.badRequest('at least 1 address required');
    if (texts.length > ADDRESSES_MAX) {
      throw dialect.badRequest(`too many values of "address": ${ADDRESSES_MAX} at most`);
    }
    return { texts: [...new Set(texts)] };
  },
};

/** Returns the printed form of an address; undefined for a text that is none. */
export function printedAddressOf(text: string): string | undefined {
  const address = parseAddress(text);
  switch (address?.kind) {
    case 'std':
      return rawAddress(address.workchain, hexOf(address.hash));
    case 'text':
      return address.text;
    case 'none':
      return 'addr_none';
    default:
      return undefined;
  }
}
