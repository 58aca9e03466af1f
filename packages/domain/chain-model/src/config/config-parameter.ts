import { type Bag, type Cell, CellBuilder } from '@tonriver/boc';
import { type GlobalVersion, loadGlobalVersion, storeGlobalVersion } from '../block/global-version.ts';
import { type ExtraCurrency, type Hash, loadExtraCurrencies, storeExtraCurrencies } from '../primitives/index.ts';
import { type BlockLimits, blockLimits } from './block-limits.ts';
import {
  type JettonBridgeParameters,
  jettonBridgeParameters,
  type OracleBridgeParameters,
  oracleBridgeParameters,
} from './bridges.ts';
import { type BurningConfig, burningConfig } from './burning-config.ts';
import { type CatchainConfig, catchainConfig } from './catchain-config.ts';
import { type Codec, codec, hash, int, loadExactly } from './codec.ts';
import { type CollatorConfig, collatorConfig } from './collator-config.ts';
import { type ConsensusConfig, consensusConfig } from './consensus-config.ts';
import { hashKey, hashmapE, inlineHashmap, int32Key, keysOnly, nothing, uint32Key } from './dictionary-codec.ts';
import {
  type BlockCreateFees,
  blockCreateFees,
  type ComplaintPricing,
  complaintPricing,
  type ElectionTimings,
  electionTimings,
  type StakeLimits,
  stakeLimits,
  type ValidatorCounts,
  validatorCounts,
} from './elections.ts';
import { type GasLimitsPrices, loadGasLimitsPrices, storeGasLimitsPrices } from './gas-limits-prices.ts';
import { type MessageForwardPrices, messageForwardPrices } from './message-forward-prices.ts';
import { type MintPrices, mintPrices } from './mint-prices.ts';
import { type MisbehaviourPunishment, misbehaviourPunishment } from './misbehaviour-punishment.ts';
import { type NewConsensusConfigAll, newConsensusConfigAll } from './new-consensus-config.ts';
import { type PrecompiledContractsConfig, precompiledContractsConfig } from './precompiled-contracts.ts';
import { loadSizeLimitsConfig, type SizeLimitsConfig, storeSizeLimitsConfig } from './size-limits.ts';
import { type StoragePrices, storagePrices } from './storage-prices.ts';
import { type SuspendedAddressList, suspendedAddressList } from './suspended-addresses.ts';
import { loadValidatorSet, storeValidatorSet, type ValidatorSet } from './validator-set.ts';
import { type ValidatorSignedTempKey, validatorSignedTempKey } from './validator-temp-key.ts';
import { type VotingSetup, votingSetup } from './voting-setup.ts';
import {
  loadWorkchainDescription,
  storeWorkchainDescription,
  type WorkchainDescription,
} from './workchain-description.ts';

/** One entry of configuration parameter 12. */
interface Workchain {
  readonly workchain: number;
  readonly description: WorkchainDescription;
}

/** One entry of configuration parameter 18. */
interface StoragePricesEntry {
  readonly index: number;
  readonly prices: StoragePrices;
}

/** One entry of configuration parameter 39: the validator's own key and its signed temporary one. */
interface TempKeyEntry {
  readonly publicKey: Hash;
  readonly signed: ValidatorSignedTempKey;
}

const gasLimitsPrices = codec<GasLimitsPrices>(loadGasLimitsPrices, storeGasLimitsPrices);
const validatorSet = codec<ValidatorSet>(loadValidatorSet, storeValidatorSet);
const parameterNumbers = inlineHashmap('ConfigParam 9', int32Key, nothing, keysOnly<number>());

const workchains: Codec<readonly Workchain[]> = hashmapE(
  int32Key,
  codec(loadWorkchainDescription, storeWorkchainDescription),
  {
    join: (workchain, description): Workchain => ({ workchain, description }),
    split: ({ workchain, description }) => [workchain, description],
  },
);

const storagePricesByIndex: Codec<readonly StoragePricesEntry[]> = inlineHashmap(
  'ConfigParam 18',
  uint32Key,
  storagePrices,
  {
    join: (index, prices): StoragePricesEntry => ({ index, prices }),
    split: ({ index, prices }) => [index, prices],
  },
);

const tempKeys: Codec<readonly TempKeyEntry[]> = hashmapE(hashKey, validatorSignedTempKey, {
  join: (publicKey, signed): TempKeyEntry => ({ publicKey, signed }),
  split: ({ publicKey, signed }) => [publicKey, signed],
});

/**
 * The parameters whose form is known, by number. These forms are defined here, the others in their own files:
 *
 * ```tlb
 * _ config_addr:bits256 = ConfigParam 0;
 * _ elector_addr:bits256 = ConfigParam 1;
 * _ minter_addr:bits256 = ConfigParam 2;
 * _ fee_collector_addr:bits256 = ConfigParam 3;
 * _ dns_root_addr:bits256 = ConfigParam 4;
 * _ to_mint:ExtraCurrencyCollection = ConfigParam 7;
 * _ GlobalVersion = ConfigParam 8;
 * _ mandatory_params:(Hashmap 32 True) = ConfigParam 9;
 * _ critical_params:(Hashmap 32 True) = ConfigParam 10;
 * _ workchains:(HashmapE 32 WorkchainDescr) = ConfigParam 12;
 * _ (Hashmap 32 StoragePrices) = ConfigParam 18;
 * _ global_id:int32 = ConfigParam 19;
 * _ fundamental_smc_addr:(HashmapE 256 True) = ConfigParam 31;
 * _ (HashmapE 256 ValidatorSignedTempKey) = ConfigParam 39;
 * ```
 */
const parameters = {
  0: hash,
  1: hash,
  2: hash,
  3: hash,
  4: hash,
  5: burningConfig as Codec<BurningConfig>,
  6: mintPrices as Codec<MintPrices>,
  7: codec<readonly ExtraCurrency[]>(loadExtraCurrencies, storeExtraCurrencies),
  8: codec<GlobalVersion>(loadGlobalVersion, storeGlobalVersion),
  9: parameterNumbers,
  10: parameterNumbers,
  11: votingSetup as Codec<VotingSetup>,
  12: workchains,
  13: complaintPricing as Codec<ComplaintPricing>,
  14: blockCreateFees as Codec<BlockCreateFees>,
  15: electionTimings as Codec<ElectionTimings>,
  16: validatorCounts as Codec<ValidatorCounts>,
  17: stakeLimits as Codec<StakeLimits>,
  18: storagePricesByIndex,
  19: int(32),
  20: gasLimitsPrices,
  21: gasLimitsPrices,
  22: blockLimits as Codec<BlockLimits>,
  23: blockLimits as Codec<BlockLimits>,
  24: messageForwardPrices as Codec<MessageForwardPrices>,
  25: messageForwardPrices as Codec<MessageForwardPrices>,
  28: catchainConfig as Codec<CatchainConfig>,
  29: consensusConfig as Codec<ConsensusConfig>,
  30: newConsensusConfigAll as Codec<NewConsensusConfigAll>,
  31: hashmapE(hashKey, nothing, keysOnly<Hash>()),
  32: validatorSet,
  33: validatorSet,
  34: validatorSet,
  35: validatorSet,
  36: validatorSet,
  37: validatorSet,
  39: tempKeys,
  40: misbehaviourPunishment as Codec<MisbehaviourPunishment>,
  41: collatorConfig as Codec<CollatorConfig>,
  43: codec<SizeLimitsConfig>(loadSizeLimitsConfig, storeSizeLimitsConfig),
  44: suspendedAddressList as Codec<SuspendedAddressList>,
  45: precompiledContractsConfig as Codec<PrecompiledContractsConfig>,
  71: oracleBridgeParameters as Codec<OracleBridgeParameters>,
  72: oracleBridgeParameters as Codec<OracleBridgeParameters>,
  73: oracleBridgeParameters as Codec<OracleBridgeParameters>,
  79: jettonBridgeParameters as Codec<JettonBridgeParameters>,
  81: jettonBridgeParameters as Codec<JettonBridgeParameters>,
  82: jettonBridgeParameters as Codec<JettonBridgeParameters>,
  83: jettonBridgeParameters as Codec<JettonBridgeParameters>,
} as const;

/** Numbers of the parameters whose form is known. */
export type KnownParameter = keyof typeof parameters;

/** The value of a known parameter. */
export type ParameterValue<Parameter extends KnownParameter> =
  (typeof parameters)[Parameter] extends Codec<infer Value> ? Value : never;

/** True for a parameter whose form is known; all others are kept as cells. */
export function isKnownParameter(parameter: number): parameter is KnownParameter {
  return Object.hasOwn(parameters, parameter);
}

/**
 * Reads the cell of one parameter. Throws `ChainModelError` when the cell has another form: that means that the network
 * is newer than this code, not that the block is corrupt, since a block may contain any configuration.
 */
export function loadConfigParameter<Parameter extends KnownParameter>(
  bag: Bag,
  cell: number,
  parameter: Parameter,
): ParameterValue<Parameter> {
  const inner: Codec<unknown> = parameters[parameter];
  return loadExactly(bag.slice(cell), `ConfigParam ${parameter}`, inner) as ParameterValue<Parameter>;
}

/** Writes the cell of one parameter. */
export function storeConfigParameter<Parameter extends KnownParameter>(
  parameter: Parameter,
  value: ParameterValue<Parameter>,
): Cell {
  const inner: Codec<unknown> = parameters[parameter];
  const builder = new CellBuilder();
  inner.store(builder, value);
  return builder.endCell();
}
