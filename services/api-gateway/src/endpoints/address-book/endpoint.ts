import { objectSchemas } from '@tonriver/api-model';
import { type AddressBookRow, addressBookRows, addressBookText, readNewestStates } from '../../answers/address-book.ts';
import { accountExample } from '../accounts/account-example.ts';
import { addressTextsQuery, printedAddressOf } from '../address-texts.ts';
import { eachDialect } from '../by-dialect.ts';
import { defineEndpoint } from '../define-endpoint.ts';

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
    'addresses here. Interfaces are known by the hash of the code. The domain is the shortest one of .ton whose item ' +
    'the account owns and whose record wallet names the account.',
  query: addressTextsQuery,
  example: accountExample,
  answerSchema: eachDialect((dialect) =>
    objectSchemas(dialect).addressBook.meta({ id: 'AddressBook', description: 'What was sent → what it is' }),
  ),
  caching: 'watermark',
  async answer({ texts }, { reader, visibility, isTestnet }) {
    const addresses = new Map(texts.map((text) => [text, printedAddressOf(text)]));
    const read = [...addresses.values()].filter((printed) => printed !== undefined);
    const states = await readNewestStates(reader, read, visibility);
    const rows = await addressBookRows(reader, states, { visible: visibility, isTestnet });
    const rowOf = (printed: string | undefined): AddressBookRow =>
      (printed === undefined ? undefined : rows.get(printed)) ?? UNREADABLE;
    return {
      text: addressBookText(new Map(texts.map((text) => [text, rowOf(addresses.get(text))]))),
      // An account may become known without a new round: by an initial state, or by a partial block.
      isCacheable: [...states.values()].every(({ account, state }) => account === undefined || state !== undefined),
    };
  },
});
