import type { CellBuilder, CellSlice } from '@tonriver/boc';
import { type ExtraCurrency, loadExtraCurrencies, noExtraCurrencies, storeExtraCurrencies } from './extra-currency.ts';
import { badValue } from '../errors.ts';

/** An amount of the chain's own currency, and of others. */
export interface CurrencyCollection {
  /** Nanograms. */
  readonly grams: bigint;
  /** In dictionary order: ascending by unsigned currency id. */
  readonly extra: readonly ExtraCurrency[];
}

/** No grams and no extra currencies. */
export const zeroCurrencyCollection: CurrencyCollection = { grams: 0n, extra: noExtraCurrencies };

/**
 * Reads:
 *
 * ```tlb
 * currencies$_ grams:Grams other:ExtraCurrencyCollection
 *   = CurrencyCollection;
 * ```
 */
export function loadCurrencyCollection(slice: CellSlice): CurrencyCollection {
  const grams = slice.loadCoins();
  return { grams, extra: loadExtraCurrencies(slice) };
}

/** Writes what `loadCurrencyCollection` reads. */
export function storeCurrencyCollection(builder: CellBuilder, value: CurrencyCollection): void {
  builder.storeCoins(value.grams);
  storeExtraCurrencies(builder, value.extra);
}

/** The sum, currency by currency. */
export function addCurrencyCollections(left: CurrencyCollection, right: CurrencyCollection): CurrencyCollection {
  return { grams: left.grams + right.grams, extra: mergeExtra(left.extra, right.extra, 1n) };
}

/**
 * The difference, currency by currency; currencies that come to zero disappear.
 * Throws `ChainModelError` `bad_value` when something would become negative.
 */
export function subtractCurrencyCollections(left: CurrencyCollection, right: CurrencyCollection): CurrencyCollection {
  if (right.grams > left.grams) throw badValue('CurrencyCollection', 'grams', left.grams - right.grams);
  return { grams: left.grams - right.grams, extra: mergeExtra(left.extra, right.extra, -1n) };
}

function mergeExtra(
  left: readonly ExtraCurrency[],
  right: readonly ExtraCurrency[],
  sign: 1n | -1n,
): readonly ExtraCurrency[] {
  if (right.length === 0) return left;
  if (left.length === 0 && sign === 1n) return right;
  const amounts = new Map(left.map(({ currency, amount }) => [currency, amount]));
  for (const { currency, amount } of right) amounts.set(currency, (amounts.get(currency) ?? 0n) + sign * amount);
  const merged: ExtraCurrency[] = [];
  for (const [currency, amount] of amounts) {
    if (amount < 0n) throw badValue('CurrencyCollection', `currency ${currency}`, amount);
    if (amount > 0n) merged.push({ currency, amount });
  }
  return merged.sort((one, other) => one.currency - other.currency);
}
