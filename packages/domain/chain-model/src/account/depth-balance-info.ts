import type { CellBuilder, CellSlice } from '@tonriver/boc';
import type { Augmentation } from '../dictionary/dictionary-kind.ts';
import { badValue } from '../errors.ts';
import {
  addCurrencyCollections,
  type CurrencyCollection,
  loadCurrencyCollection,
  storeCurrencyCollection,
  zeroCurrencyCollection,
} from '../primitives/currency-collection.ts';

/** Sums over the accounts of a part of a shard. */
export interface DepthBalanceInfo {
  /** The longest anycast prefix, 0 … 30. */
  readonly splitDepth: number;
  readonly balance: CurrencyCollection;
}

const splitDepthMax = 30;

/**
 * Reads:
 *
 * ```tlb
 * depth_balance$_ split_depth:(#<= 30) balance:CurrencyCollection = DepthBalanceInfo;
 * ```
 */
export function loadDepthBalanceInfo(slice: CellSlice): DepthBalanceInfo {
  const splitDepth = slice.loadUint(5);
  if (splitDepth > splitDepthMax) throw badValue('DepthBalanceInfo', 'split_depth', splitDepth);
  return { splitDepth, balance: loadCurrencyCollection(slice) };
}

/** Writes what `loadDepthBalanceInfo` reads. */
export function storeDepthBalanceInfo(builder: CellBuilder, value: DepthBalanceInfo): void {
  if (value.splitDepth > splitDepthMax) throw badValue('DepthBalanceInfo', 'split_depth', value.splitDepth);
  builder.storeUint(value.splitDepth, 5);
  storeCurrencyCollection(builder, value.balance);
}

/** Depths take the larger, balances add up. */
export const depthBalanceAugmentation: Augmentation<DepthBalanceInfo> = {
  load: loadDepthBalanceInfo,
  store: storeDepthBalanceInfo,
  combine: (left, right) => ({
    splitDepth: Math.max(left.splitDepth, right.splitDepth),
    balance: addCurrencyCollections(left.balance, right.balance),
  }),
  empty: { splitDepth: 0, balance: zeroCurrencyCollection },
  refsMax: 1,
};
