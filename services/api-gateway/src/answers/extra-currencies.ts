/** Returns currency id → amount, both decimal; an empty object if there are none. */
export function extraCurrenciesOf(
  currencies: readonly { readonly currency: number; readonly amount: bigint }[],
): Readonly<Record<string, string>> {
  if (currencies.length === 0) return NONE;
  return Object.fromEntries(currencies.map(({ currency, amount }) => [String(currency), String(amount)]));
}

const NONE: Readonly<Record<string, string>> = Object.freeze({});
