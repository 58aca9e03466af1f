import { objectSchemas } from '@tonriver/api-model';
import { readNewestStates } from '../../answers/address-book.ts';
import { metadataText, readTokens } from '../../answers/known-addresses.ts';
import { accountExample } from '../accounts/account-example.ts';
import { addressTextsQuery, printedAddressOf } from '../address-texts.ts';
import { eachDialect } from '../by-dialect.ts';
import { defineEndpoint } from '../define-endpoint.ts';

/**
 * GET metadata: which tokens accounts are, and what those say of themselves.
 *
 * Access path: `latest_account_states` by account, mostly remembered; then see `readTokens`.
 */
export const metadata = defineEndpoint({
  path: '/v3/metadata',
  tag: 'accounts',
  summary: 'Tokens that accounts are',
  description:
    'The keys are raw addresses. Only jettons, their wallets, NFT items and collections are in the answer, and the ' +
    'jettons of wallets. What a token stores on the chain is shown. is_indexed is false when some of it is at an ' +
    'address (extra.uri): that is never fetched.',
  query: addressTextsQuery,
  example: accountExample,
  answerSchema: eachDialect((dialect) =>
    objectSchemas(dialect).metadata.meta({ id: 'Metadata', description: 'Raw address → what it is' }),
  ),
  caching: 'watermark',
  async answer({ texts }, { dialect, reader, visibility }) {
    const addresses = texts.map(printedAddressOf).filter((address) => address !== undefined);
    const states = await readNewestStates(reader, addresses, visibility);
    return { text: await metadataText(await readTokens(reader, states, visibility), { dialect }) };
  },
});
