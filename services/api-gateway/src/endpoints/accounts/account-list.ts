import type { ApiAddress } from '@tonriver/api-model';
import { addressBookRowOf, addressBookText } from '../../answers/address-book.ts';
import { type JsonText, textOf } from '../../answers/json-text.ts';
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
export function bookOfStates(
  { isTestnet, wantsAddressBook }: Pick<ReadingContext, 'isTestnet' | 'wantsAddressBook'>,
  states: readonly (readonly [string, StateRow])[],
): JsonText {
  if (!wantsAddressBook) return textOf({});
  return addressBookText(
    new Map(states.map(([address, { codeHash }]) => [address, addressBookRowOf(address, codeHash, isTestnet)])),
  );
}
