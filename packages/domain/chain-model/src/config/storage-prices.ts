import { bigUint, type Codec, record, tagged, uint } from './codec.ts';

/** One entry of configuration parameter 18: prices per bit and cell and second, in nanograms / 65536. */
export interface StoragePrices {
  /** Seconds since 1970 from which on these prices hold. */
  readonly utimeSince: number;
  readonly bitPrice: bigint;
  readonly cellPrice: bigint;
  readonly masterchainBitPrice: bigint;
  readonly masterchainCellPrice: bigint;
}

/**
 * ```tlb
 * _#cc utime_since:uint32 bit_price_ps:uint64 cell_price_ps:uint64
 *   mc_bit_price_ps:uint64 mc_cell_price_ps:uint64 = StoragePrices;
 * ```
 */
export const storagePrices: Codec<StoragePrices> = tagged(
  'StoragePrices',
  8,
  0xcc,
  record<StoragePrices>({
    utimeSince: uint(32),
    bitPrice: bigUint(64),
    cellPrice: bigUint(64),
    masterchainBitPrice: bigUint(64),
    masterchainCellPrice: bigUint(64),
  }),
);
