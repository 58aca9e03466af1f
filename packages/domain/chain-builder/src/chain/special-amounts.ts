import {
  addCurrencyCollections,
  type CurrencyCollection,
  type ExtraCurrency,
  zeroCurrencyCollection,
} from '@tonriver/chain-model';
import type { MasterchainFacts } from './masterchain-facts.ts';

/** The amounts that a masterchain block itself pays, before its other messages. */
export interface SpecialAmounts {
  /** Collected fees, for the fee collector. */
  readonly recovered: CurrencyCollection;
  /** Missing amounts of currencies, for the minter. */
  readonly minted: CurrencyCollection;
}

/** A smaller sum of fees is paid in a later block. Nanograms. */
const RECOVERED_MIN = 1_000_000_000n;

/** Returns the amounts of the next block by the collator's rules; zero if there is no amount or no receiver. */
export function specialAmounts(
  facts: MasterchainFacts,
  validatorFees: CurrencyCollection,
  feesImported: CurrencyCollection,
): SpecialAmounts {
  const { config } = facts;
  const created = { grams: config.blockFees.masterchainBlockFee, extra: [] };
  const recovered = addCurrencyCollections(addCurrencyCollections(created, feesImported), validatorFees);
  const isRecovered = config.feeCollector !== null && recovered.grams >= RECOVERED_MIN;
  const extra = config.minter === null ? [] : missingCurrencies(config.currencies, facts.globalBalance.extra);
  return { recovered: isRecovered ? recovered : zeroCurrencyCollection, minted: { grams: 0n, extra } };
}

function missingCurrencies(wanted: readonly ExtraCurrency[], existing: readonly ExtraCurrency[]): ExtraCurrency[] {
  return wanted.flatMap(({ currency, amount }) => {
    const have = existing.find((entry) => entry.currency === currency)?.amount ?? 0n;
    return amount > have ? [{ currency, amount: amount - have }] : [];
  });
}
