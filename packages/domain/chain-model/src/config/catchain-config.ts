import { badValue } from '../errors.ts';
import { bool, type Codec, record, uint, union, variant, zeroFlags } from './codec.ts';

interface Lifetimes {
  readonly mcCatchainLifetime: number;
  readonly shardCatchainLifetime: number;
  readonly shardValidatorsLifetime: number;
  readonly shardValidatorsNumber: number;
}

/** Configuration parameter 28: how validator groups are formed and for how many seconds they stand. */
export type CatchainConfig =
  | ({ readonly type: 'catchain_config' } & Lifetimes)
  | ({ readonly type: 'catchain_config_new'; readonly flags: 0; readonly shuffleMcValidators: boolean } & Lifetimes);

const lifetimes = {
  mcCatchainLifetime: uint(32),
  shardCatchainLifetime: uint(32),
  shardValidatorsLifetime: uint(32),
  shardValidatorsNumber: uint(32),
};

function checkLifetimes(value: Lifetimes): void {
  if (value.mcCatchainLifetime === 0) throw badValue('CatchainConfig', 'mc_catchain_lifetime', 0);
  if (value.shardCatchainLifetime === 0) throw badValue('CatchainConfig', 'shard_catchain_lifetime', 0);
  if (value.shardValidatorsLifetime === 0) throw badValue('CatchainConfig', 'shard_validators_lifetime', 0);
  if (value.shardValidatorsNumber === 0) throw badValue('CatchainConfig', 'shard_validators_num', 0);
}

/**
 * ```tlb
 * catchain_config#c1 mc_catchain_lifetime:(## 32) { mc_catchain_lifetime >= 1 }
 *   shard_catchain_lifetime:(## 32) { shard_catchain_lifetime >= 1 }
 *   shard_validators_lifetime:(## 32) { shard_validators_lifetime >= 1 }
 *   shard_validators_num:(## 32) { shard_validators_num >= 1 } = CatchainConfig;
 * catchain_config_new#c2 flags:(## 7) { flags = 0 } shuffle_mc_validators:Bool
 *   … the same … = CatchainConfig;
 * ```
 */
export const catchainConfig: Codec<CatchainConfig> = union<CatchainConfig>('CatchainConfig', 8, [
  variant(0xc1, 'catchain_config', record(lifetimes, checkLifetimes)),
  variant(
    0xc2,
    'catchain_config_new',
    record({ flags: zeroFlags('CatchainConfig', 7), shuffleMcValidators: bool, ...lifetimes }, checkLifetimes),
  ),
]);
