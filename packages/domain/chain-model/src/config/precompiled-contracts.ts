import type { Hash } from '../primitives/index.ts';
import { bigUint, type Codec, record, tagged } from './codec.ts';
import { hashKey, hashmapE } from './dictionary-codec.ts';

/** A contract that nodes may run as their own code. */
interface PrecompiledContract {
  readonly codeHash: Hash;
  readonly gasUsage: bigint;
}

/** Configuration parameter 45. */
export interface PrecompiledContractsConfig {
  readonly list: readonly PrecompiledContract[];
}

/**
 * ```tlb
 * precompiled_smc#b0 gas_usage:uint64 = PrecompiledSmc;
 * precompiled_contracts_config#c0 list:(HashmapE 256 PrecompiledSmc) = PrecompiledContractsConfig;
 * _ PrecompiledContractsConfig = ConfigParam 45;
 * ```
 */
export const precompiledContractsConfig: Codec<PrecompiledContractsConfig> = tagged(
  'PrecompiledContractsConfig',
  8,
  0xc0,
  record<PrecompiledContractsConfig>({
    list: hashmapE(hashKey, tagged('PrecompiledSmc', 8, 0xb0, bigUint(64)), {
      join: (codeHash, gasUsage): PrecompiledContract => ({ codeHash, gasUsage }),
      split: ({ codeHash, gasUsage }) => [codeHash, gasUsage],
    }),
  }),
);
