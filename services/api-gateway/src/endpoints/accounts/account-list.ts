import type { ApiAddress } from '@tonriver/api-model';
import { hexOf } from '@tonriver/chain-reader';
import { type KnownAddresses, knownOfStates } from '../../answers/known-addresses.ts';
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

/** Prints what is known of the accounts in an answer, from the same states. */
export async function knownAccounts(
  states: readonly (readonly [string, StateRow])[],
  context: ReadingContext,
): Promise<KnownAddresses> {
  const ofAddresses = states.map(([address, { workchain, account, lt, codeHash }]) => {
    return [address, { account: { workchain, accountHex: hexOf(account) }, state: { lt, codeHash } }] as const;
  });
  return await knownOfStates(new Map(ofAddresses), context);
}
