import { createHiddenCurrencies, showCurrencies } from '@tonriver/chain-reader';
import { extraCurrenciesOf } from '../../answers/extra-currencies.ts';
import { perReader } from './per-reader.ts';
import type { StateRow } from './state-rows.ts';
import type { AnswerReader } from '../../answers/answer-reader.ts';

const hiddenOf = perReader(({ stores, bounds }) => createHiddenCurrencies(stores.admitted, bounds));

/**
 * Returns the extra currencies of states, in their order; null for those that no stored block contains. A block does
 * not contain a dictionary that did not change: it is found in another state of the account.
 */
export async function readCurrencies(
  reader: AnswerReader,
  states: readonly StateRow[],
): Promise<readonly (Readonly<Record<string, string>> | null)[]> {
  const shown = await showCurrencies(states, (index) => states[index]!, hiddenOf(reader));
  return shown.map((state) =>
    state === undefined || state.extraCurrenciesHash !== null ? null : extraCurrenciesOf(state.extraCurrencies),
  );
}
