import { badValue } from '../errors.ts';
import { type Codec, coins, record, tagged, uint } from './codec.ts';

/** Configuration parameter 13: what a complaint about a validator costs. Nanograms. */
export interface ComplaintPricing {
  readonly deposit: bigint;
  readonly bitPrice: bigint;
  readonly cellPrice: bigint;
}

/**
 * ```tlb
 * complaint_prices#1a deposit:Grams bit_price:Grams cell_price:Grams = ComplaintPricing;
 * _ ComplaintPricing = ConfigParam 13;
 * ```
 */
export const complaintPricing: Codec<ComplaintPricing> = tagged(
  'ComplaintPricing',
  8,
  0x1a,
  record<ComplaintPricing>({ deposit: coins, bitPrice: coins, cellPrice: coins }),
);

/** Configuration parameter 14: the reward for a block. Nanograms. */
export interface BlockCreateFees {
  readonly masterchainBlockFee: bigint;
  readonly basechainBlockFee: bigint;
}

/**
 * ```tlb
 * block_grams_created#6b masterchain_block_fee:Grams basechain_block_fee:Grams
 *   = BlockCreateFees;
 * _ BlockCreateFees = ConfigParam 14;
 * ```
 */
export const blockCreateFees: Codec<BlockCreateFees> = tagged(
  'BlockCreateFees',
  8,
  0x6b,
  record<BlockCreateFees>({ masterchainBlockFee: coins, basechainBlockFee: coins }),
);

/** Configuration parameter 15: the calendar of elections. Seconds. */
export interface ElectionTimings {
  readonly validatorsElectedFor: number;
  readonly electionsStartBefore: number;
  readonly electionsEndBefore: number;
  readonly stakeHeldFor: number;
}

/**
 * ```tlb
 * _ validators_elected_for:uint32 elections_start_before:uint32
 *   elections_end_before:uint32 stake_held_for:uint32
 *   = ConfigParam 15;
 * ```
 */
export const electionTimings: Codec<ElectionTimings> = record<ElectionTimings>({
  validatorsElectedFor: uint(32),
  electionsStartBefore: uint(32),
  electionsEndBefore: uint(32),
  stakeHeldFor: uint(32),
});

/** Configuration parameter 16: how many validators there may be. */
export interface ValidatorCounts {
  readonly maxValidators: number;
  /** Of these the masterchain's. */
  readonly maxMainValidators: number;
  readonly minValidators: number;
}

/**
 * ```tlb
 * _ max_validators:(## 16) max_main_validators:(## 16) min_validators:(## 16)
 *   { max_validators >= max_main_validators }
 *   { max_main_validators >= min_validators }
 *   { min_validators >= 1 }
 *   = ConfigParam 16;
 * ```
 */
export const validatorCounts: Codec<ValidatorCounts> = record<ValidatorCounts>(
  { maxValidators: uint(16), maxMainValidators: uint(16), minValidators: uint(16) },
  ({ maxValidators, maxMainValidators, minValidators }) => {
    if (maxValidators < maxMainValidators) throw badValue('ConfigParam 16', 'max_validators', maxValidators);
    if (maxMainValidators < minValidators) throw badValue('ConfigParam 16', 'max_main_validators', maxMainValidators);
    if (minValidators === 0) throw badValue('ConfigParam 16', 'min_validators', minValidators);
  },
);

/** Configuration parameter 17: stakes in nanograms; the largest may be `maxStakeFactor / 65536` times the smallest. */
export interface StakeLimits {
  readonly minStake: bigint;
  readonly maxStake: bigint;
  readonly minTotalStake: bigint;
  readonly maxStakeFactor: number;
}

/**
 * ```tlb
 * _ min_stake:Grams max_stake:Grams min_total_stake:Grams max_stake_factor:uint32 = ConfigParam 17;
 * ```
 */
export const stakeLimits: Codec<StakeLimits> = record<StakeLimits>({
  minStake: coins,
  maxStake: coins,
  minTotalStake: coins,
  maxStakeFactor: uint(32),
});
