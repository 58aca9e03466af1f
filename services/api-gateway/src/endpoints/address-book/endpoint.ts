import { objectSchemas, parseAddress, rawAddress, textListParameter } from '@tonriver/api-model';
import { type AddressBookRow, addressBookText, readAddressBook } from '../../answers/address-book.ts';
import { z } from 'zod';
import { hexOf } from '@tonriver/chain-reader';
import { accountExample } from '../accounts/account-example.ts';
import { eachDialect } from '../by-dialect.ts';
import { defineEndpoint } from '../define-endpoint.ts';

/** As the deployed service documents. */
const ADDRESSES_MAX = 1024;

/** The row of a text that is no address. */
const UNREADABLE: AddressBookRow = { user_friendly: null, domain: null, interfaces: [] };

/**
 * GET addressBook: the user-friendly form of addresses, by the text that was sent.
 *
 * Access path: `latest_account_states` by account, mostly remembered.
 */
export const addressBook = defineEndpoint({
  path: '/v3/addressBook',
  tag: 'accounts',
  summary: 'User-friendly form and interfaces of addresses',
  description:
    'The keys are the texts that were sent. A text that is no address has a row of nulls. Commas do not separate ' +
    'addresses here. Interfaces are known by the hash of the code; domains are not indexed yet.',
  query: {
    schema: z.object({
      address: textListParameter('Address in any form; repeat the parameter, at most 1,024 times').optional(),
    }),
    required: ['address'],
    read({ address: texts = [] }, dialect) {
      if (texts.length === 0) throw dialect.badRequest('at least 1 address required');
      if (texts.length > ADDRESSES_MAX) {
        throw dialect.badRequest(`too many values of "address": ${ADDRESSES_MAX} at most`);
      }
      return { texts: [...new Set(texts)] };
    },
  },
  example: accountExample,
  answerSchema: eachDialect((dialect) =>
    objectSchemas(dialect).addressBook.meta({ id: 'AddressBook', description: 'What was sent → what it is' }),
  ),
  caching: 'watermark',
  async answer({ texts }, { reader, visibility, isTestnet }) {
    const addresses = new Map(texts.map((text) => [text, printedOf(text)]));
    const read = [...addresses.values()].filter((printed) => printed !== undefined);
    const { rows, states } = await readAddressBook(reader, read, { visible: visibility, isTestnet });
    const rowOf = (printed: string | undefined): AddressBookRow =>
      (printed === undefined ? undefined : rows.get(printed)) ?? UNREADABLE;
    return {
      text: addressBookText(new Map(texts.map((text) => [text, rowOf(addresses.get(text))]))),
      // An account may become known without a new round: by an initial state, or by a partial block.
      isCacheable: [...states.values()].every((state) => state !== undefined),
    };
  },
});

/** Returns the printed form under which the row is found; undefined for a text that is no address. */
function printedOf(text: string): string | undefined {
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
