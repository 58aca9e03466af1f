export { ChainBuilderError } from './chain-builder-error.ts';
export { ACCOUNT_NONE } from './chain/account-dictionary.ts';
export { addressPrefix, hashKey } from './chain/address-prefix.ts';
export type { BuiltBlock } from './chain/assemble-block.ts';
export { type ChainBuilder, createChainBuilder } from './chain/chain-builder.ts';
export type { FreshMessage } from './chain/fresh-messages.ts';
export type { QueuedMessage } from './chain/message-queue.ts';
export type { OpenBlock } from './chain/open-block.ts';
export type {
  Round,
  RoundBuilder,
} from './chain/round-builder.ts';
export { type ShardLeaf, type ShardStep, siblingOf } from './chain/shard-configuration.ts';
export type {
  AccountAfter,
  AccountRecord,
  NewMessage,
  TransactionOutcome,
} from './chain/transaction-outcome.ts';
export type { ZeroState } from './chain/zero-state.ts';
export { type BlockSignature, bytesToSign, nodeIdShort } from './network/block-signatures.ts';
export { defaultParameters } from './network/default-parameters.ts';
export { changeNetworkConfig, createNetworkConfig, type NetworkConfig } from './network/network-config.ts';
export { isSignedBy } from './network/signing-key.ts';
export { createValidatorRoster, type ValidatorRoster } from './network/validator-roster.ts';
export { createRandom, type Random } from './random.ts';
