import { addCurrencyCollections, type CurrencyCollection, zeroCurrencyCollection } from '@tonriver/chain-model';

export function isSameAmount(left: CurrencyCollection, right: CurrencyCollection): boolean {
  const text = ({ grams, extra }: CurrencyCollection): string =>
    `${grams} ${extra.map(({ currency, amount }) => `${currency}:${amount}`).join(' ')}`;
  return text(left) === text(right);
}

export function sum(...amounts: readonly CurrencyCollection[]): CurrencyCollection {
  return amounts.reduce(addCurrencyCollections, zeroCurrencyCollection);
}
