export type { BlockLimits, ImportedQueueLimits, ParameterLimits } from './block-limits.ts';
export type {
  BridgeOracle,
  JettonBridgeParameters,
  JettonBridgePrices,
  OracleBridgeParameters,
} from './bridges.ts';
export type { BurningConfig } from './burning-config.ts';
export type { CatchainConfig } from './catchain-config.ts';
export type { CollatorConfig, CollatorNode } from './collator-config.ts';
export {
  isKnownParameter,
  type KnownParameter,
  loadConfigParameter,
  type ParameterValue,
  type StoragePricesEntry,
  storeConfigParameter,
  type TempKeyEntry,
  type Workchain,
} from './config-parameter.ts';
export {
  buildConfig,
  type ConfigEntry,
  type ConfigParams,
  findConfigParameter,
  loadConfigEntries,
  loadConfigParams,
  readConfigParameter,
  resolveConfigParams,
  storeConfigParams,
} from './config-params.ts';
export type { ConsensusConfig } from './consensus-config.ts';
export type { BlockCreateFees, ComplaintPricing, ElectionTimings, StakeLimits, ValidatorCounts } from './elections.ts';
export { type GasLimitsPrices, loadGasLimitsPrices, storeGasLimitsPrices } from './gas-limits-prices.ts';
export type { MessageForwardPrices } from './message-forward-prices.ts';
export type { MintPrices } from './mint-prices.ts';
export type { MisbehaviourPunishment } from './misbehaviour-punishment.ts';
export type { NewConsensusConfig, NewConsensusConfigAll, NoncriticalParameter } from './new-consensus-config.ts';
export type { PrecompiledContract, PrecompiledContractsConfig } from './precompiled-contracts.ts';
export { loadSizeLimitsConfig, type SizeLimitsConfig, storeSizeLimitsConfig } from './size-limits.ts';
export type { StoragePrices } from './storage-prices.ts';
export type { SuspendedAddressList } from './suspended-addresses.ts';
export { isCatchainPeriodOver, shardCatchainSeqno } from './catchain-seqno.ts';
export { computeValidatorGroup } from './validator-group.ts';
export { validatorListHashShort } from './validator-list-hash.ts';
export { createValidatorRandom, type ValidatorRandom } from './validator-random.ts';
export {
  loadValidatorSet,
  storeValidatorSet,
  totalWeightOf,
  type ValidatorDescription,
  type ValidatorSet,
} from './validator-set.ts';
export type { ValidatorSignedTempKey, ValidatorTempKey } from './validator-temp-key.ts';
export type { ProposalSetup, VotingSetup } from './voting-setup.ts';
export {
  loadWorkchainDescription,
  type SplitMergeTimings,
  storeWorkchainDescription,
  type WorkchainDescription,
} from './workchain-description.ts';
export type { WorkchainFormat } from './workchain-format.ts';
