import { Bag } from '@tonriver/boc';
import { extraCurrenciesHash } from '@tonriver/chain-model';
import type { AccountStateRow } from '@tonriver/row-schema';
import { currencyDictionaryOf } from './account-state-row.ts';

/**
 * Returns the hash of the dictionary of extra currencies of a state, whether its row shows them or not; null for none.
 *
 * @throws {BocError | ChainModelError} when `raw_boc` is not an Account
 */
export function currenciesHashOf({
  extraCurrencies,
  extraCurrenciesHash: hiddenHash,
  rawBoc,
}: Pick<AccountStateRow, 'extraCurrencies' | 'extraCurrenciesHash' | 'rawBoc'>): Uint8Array | null {
  if (hiddenHash !== null) return hiddenHash;
  if (rawBoc.length === 0) return extraCurrenciesHash(extraCurrencies);
  // Its dictionary need not have the form that its entries give.
  const bag = Bag.parse(rawBoc);
  const dictionary = currencyDictionaryOf(bag, bag.root);
  return dictionary === null ? null : bag.hash(dictionary, 0);
}
