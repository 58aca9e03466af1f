import { type Codec, coins, record, tagged, uint } from './codec.ts';

/** Configuration parameter 40: fines. Multipliers are in 1/256; the proportional fine is in 2^-32 of the stake. */
export interface MisbehaviourPunishment {
  readonly defaultFlatFine: bigint;
  readonly defaultProportionalFine: number;
  readonly severityFlatMultiplier: number;
  readonly severityProportionalMultiplier: number;
  readonly unpunishableInterval: number;
  readonly longInterval: number;
  readonly longFlatMultiplier: number;
  readonly longProportionalMultiplier: number;
  readonly mediumInterval: number;
  readonly mediumFlatMultiplier: number;
  readonly mediumProportionalMultiplier: number;
}

/**
 * ```tlb
 * misbehaviour_punishment_config_v1#01
 *   default_flat_fine:Grams default_proportional_fine:uint32
 *   severity_flat_mult:uint16 severity_proportional_mult:uint16
 *   unpunishable_interval:uint16
 *   long_interval:uint16 long_flat_mult:uint16 long_proportional_mult:uint16
 *   medium_interval:uint16 medium_flat_mult:uint16 medium_proportional_mult:uint16
 *    = MisbehaviourPunishmentConfig;
 * ```
 */
export const misbehaviourPunishment: Codec<MisbehaviourPunishment> = tagged(
  'MisbehaviourPunishmentConfig',
  8,
  0x01,
  record<MisbehaviourPunishment>({
    defaultFlatFine: coins,
    defaultProportionalFine: uint(32),
    severityFlatMultiplier: uint(16),
    severityProportionalMultiplier: uint(16),
    unpunishableInterval: uint(16),
    longInterval: uint(16),
    longFlatMultiplier: uint(16),
    longProportionalMultiplier: uint(16),
    mediumInterval: uint(16),
    mediumFlatMultiplier: uint(16),
    mediumProportionalMultiplier: uint(16),
  }),
);
