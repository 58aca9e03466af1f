import type { ApiAddress } from '@tonriver/api-model';
import { hexOf } from '@tonriver/chain-reader';
import { addressBookRowOf, addressBookText } from '../../answers/address-book.ts';
import { type JsonText, textOf } from '../../answers/json-text.ts';
import { readDomains } from '../../answers/domains.ts';
import { type AddressContext, metadataText, readTokens } from '../../answers/known-addresses.ts';
import type { Dialect } from '../../dialects/dialect.ts';
import type { ReadingContext } from '../endpoint-definition.ts';
import { type AccountKey, accountsOf } from './account-key.ts';
import type { StateRow } from './state-rows.ts';

/**
 * Returns the accounts of a request, each once.
 *
 * @throws {GatewayError} when no address is given
 */
export function requiredAccounts(
  addresses: readonly ApiAddress[] | undefined,
  dialect: Dialect,
): readonly AccountKey[] {
  if (addresses === undefined || addresses.length === 0) throw dialect.badRequest('address of account is required');
  return accountsOf(addresses);
}

/** Prints the address book of the accounts in an answer, from the same states. */
export async function bookOfStates(
  { reader, visibility, isTestnet, wantsAddressBook }: Omit<AddressContext, 'dialect' | 'wantsMetadata'>,
  states: readonly (readonly [string, StateRow])[],
): Promise<JsonText> {
  if (!wantsAddressBook) return textOf({});
  const accounts = states.map(([, { workchain, account }]) => ({ workchain, accountHex: hexOf(account) }));
  const domains = await readDomains(reader, accounts, visibility);
  return addressBookText(
    new Map(
      states.map(([address, { codeHash }]) => {
        const domain = domains.get(address) ?? null;
        return [address, addressBookRowOf(address, { codeHash, domain }, isTestnet)];
      }),
    ),
  );
}

/** Prints what is told of the accounts in an answer that are tokens. */
export async function metadataOfStates(
  context: Pick<ReadingContext, 'dialect' | 'reader' | 'visibility' | 'wantsMetadata'>,
  addresses: readonly string[],
): Promise<JsonText> {
  if (!context.wantsMetadata) return textOf({});
  return await metadataText(await readTokens(context.reader, addresses, context), context);
}
