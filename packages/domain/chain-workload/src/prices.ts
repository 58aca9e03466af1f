import type { StorageUsed } from '@tonriver/chain-model';

/** Forwarding prices: parameters 24 (masterchain) and 25. */
interface ForwardPrices {
  readonly lump: bigint;
  readonly bit: bigint;
  readonly cell: bigint;
}

const BASECHAIN_FORWARD: ForwardPrices = { lump: 400_000n, bit: 26_214_400n, cell: 2_621_440_000n };
const MASTERCHAIN_FORWARD: ForwardPrices = { lump: 10_000_000n, bit: 655_360_000n, cell: 65_536_000_000n };
/** The part of the fee that the sender's shard keeps, out of 65,536. */
const FIRST_FRACTION = 21_845n;

/** Returns the fee of a message: the part that the sender's shard keeps, and the part in the message. Nanograms. */
export function forwardFee(
  size: StorageUsed,
  isMasterchain: boolean,
): { readonly kept: bigint; readonly sent: bigint } {
  const prices = isMasterchain ? MASTERCHAIN_FORWARD : BASECHAIN_FORWARD;
  const variable = prices.bit * BigInt(size.bits) + prices.cell * BigInt(size.cells);
  const total = prices.lump + ((variable + 65_535n) >> 16n);
  const kept = (total * FIRST_FRACTION) >> 16n;
  return { kept, sent: total - kept };
}

const FLAT_GAS = 100;

/** Returns the fee for gas: parameters 20 (masterchain) and 21. Nanograms. */
export function gasFee(gasUsed: number, isMasterchain: boolean): bigint {
  const flat = isMasterchain ? 1_000_000n : 40_000n;
  const price = isMasterchain ? 10_000n : 400n;
  return gasUsed <= FLAT_GAS ? flat : flat + price * BigInt(gasUsed - FLAT_GAS);
}

/** Returns how much gas an amount buys, at most a million. */
export function gasFor(amount: bigint, isMasterchain: boolean): number {
  const flat = gasFee(FLAT_GAS, isMasterchain);
  if (amount < flat) return 0;
  const bought = (amount - flat) / (isMasterchain ? 10_000n : 400n) + BigInt(FLAT_GAS);
  return bought > 1_000_000n ? 1_000_000 : Number(bought);
}

/** Returns the rent of an account: parameter 18. Nanograms. */
export function storageFee(used: StorageUsed, seconds: number, isMasterchain: boolean): bigint {
  const rate = BigInt(used.bits) + BigInt(used.cells) * 500n;
  return (rate * BigInt(seconds) * (isMasterchain ? 1000n : 1n) + 65_535n) >> 16n;
}
