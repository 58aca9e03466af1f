import { badValue } from '../errors.ts';
import type { Hash } from '../primitives/index.ts';
import { type Codec, hash, maybe, record, tagged, uint } from './codec.ts';

/** Configuration parameter 5: a masterchain account that destroys what it gets, and the share of fees to burn. */
export interface BurningConfig {
  readonly blackholeAddress: Hash | null;
  readonly feeBurnNumerator: number;
  readonly feeBurnDenominator: number;
}

/**
 * ```tlb
 * burning_config#01
 *   blackhole_addr:(Maybe bits256)
 *   fee_burn_num:# fee_burn_denom:# { fee_burn_num <= fee_burn_denom } { fee_burn_denom >= 1 } = BurningConfig;
 * _ BurningConfig = ConfigParam 5;
 * ```
 */
export const burningConfig: Codec<BurningConfig> = tagged(
  'BurningConfig',
  8,
  0x01,
  record<BurningConfig>(
    { blackholeAddress: maybe(hash), feeBurnNumerator: uint(32), feeBurnDenominator: uint(32) },
    ({ feeBurnNumerator, feeBurnDenominator }) => {
      if (feeBurnDenominator === 0) throw badValue('BurningConfig', 'fee_burn_denom', feeBurnDenominator);
      if (feeBurnNumerator > feeBurnDenominator) throw badValue('BurningConfig', 'fee_burn_num', feeBurnNumerator);
    },
  ),
);
