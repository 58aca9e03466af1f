import { bigUint, type Codec, record, tagged, uint } from './codec.ts';

/**
 * Configuration parameters 24 (to or from the masterchain) and 25: what a message costs. The fee is
 * `lumpPrice + ceil((bitPrice · bits + cellPrice · cells) / 65536)` nanograms; the root cell's bits are free.
 */
export interface MessageForwardPrices {
  readonly lumpPrice: bigint;
  readonly bitPrice: bigint;
  readonly cellPrice: bigint;
  readonly ihrPriceFactor: number;
  readonly firstFraction: number;
  readonly nextFraction: number;
}

/**
 * ```tlb
 * msg_forward_prices#ea lump_price:uint64 bit_price:uint64 cell_price:uint64
 *   ihr_price_factor:uint32 first_frac:uint16 next_frac:uint16 = MsgForwardPrices;
 * ```
 */
export const messageForwardPrices: Codec<MessageForwardPrices> = tagged(
  'MsgForwardPrices',
  8,
  0xea,
  record<MessageForwardPrices>({
    lumpPrice: bigUint(64),
    bitPrice: bigUint(64),
    cellPrice: bigUint(64),
    ihrPriceFactor: uint(32),
    firstFraction: uint(16),
    nextFraction: uint(16),
  }),
);
