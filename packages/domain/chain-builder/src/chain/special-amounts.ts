import {
  addCurrencyCollections,
  type CurrencyCollection,
  type ExtraCurrency,
  zeroCurrencyCollection,
} from '@tonriver/chain-model';
import type { MasterchainFacts } from './masterchain-facts.ts';

/** What a masterchain block itself pays out, before its other messages. */
export interface SpecialAmounts {
  /** Collected fees, for the fee collector. */
  readonly recovered: CurrencyCollection;
  /** Currencies that are to be more than they are, for the minter. */
  readonly minted: CurrencyCollection;
}

/** Smaller sums of fees wait for a later block. Nanograms. */
const RECOVERED_MIN = 1_000_000_000n;

/** The amounts of the next block by the collator's rules; zero where there is nothing to pay, or nobody to pay to. */
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
