import type { ParameterValue, StorageInfo } from '@tonriver/chain-model';

type StoragePrices = ParameterValue<18>[number]['prices'];

/**
 * What an account owes for its storage since it last paid, nanograms, without older debts. Each part of the time costs
 * what was in force then.
 *
 * @param prices in the order of `utimeSince`
 * @param unixTime seconds
 */
export function storageFee(
  { used, lastPaid }: Pick<StorageInfo, 'used' | 'lastPaid'>,
  prices: readonly StoragePrices[],
  { unixTime, isMasterchain }: { readonly unixTime: number; readonly isMasterchain: boolean },
): bigint {
  // An account without this time has never stored anything, or does not pay.
  if (lastPaid === 0) return 0n;
  const [cells, bits] = [BigInt(used.cells), BigInt(used.bits)];
  const total = prices.reduce((sum, price, index) => {
    const from = Math.max(lastPaid, price.utimeSince);
    const until = Math.min(unixTime, prices[index + 1]?.utimeSince ?? unixTime);
    if (until <= from) return sum;
    const perSecond = isMasterchain
      ? cells * price.masterchainCellPrice + bits * price.masterchainBitPrice
      : cells * price.cellPrice + bits * price.bitPrice;
    return sum + perSecond * BigInt(until - from);
  }, 0n);
  return dividedUp(total);
}

/** Divides by 65,536, the unit of prices, rounded up. */
export function dividedUp(price: bigint): bigint {
  return (price + 0xffffn) >> 16n;
}
