import { type Codec, coins, record } from './codec.ts';

/** Configuration parameter 6: what a new extra currency costs, and more of an old one. Nanograms. */
export interface MintPrices {
  readonly mintNewPrice: bigint;
  readonly mintAddPrice: bigint;
}

/**
 * ```tlb
 * _ mint_new_price:Grams mint_add_price:Grams = ConfigParam 6;
 * ```
 */
export const mintPrices: Codec<MintPrices> = record<MintPrices>({ mintNewPrice: coins, mintAddPrice: coins });
