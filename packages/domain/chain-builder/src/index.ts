export { ChainBuilderError } from './chain-builder-error.ts';
export { ACCOUNT_NONE } from './chain/account-dictionary.ts';
export { addressPrefix, hashKey } from './chain/address-prefix.ts';
export type { BuiltBlock } from './chain/assemble-block.ts';
export {
  type ChainBuilder,
  type ChainTools,
  createChainBuilder,
  type NewChain,
  openChain,
} from './chain/chain-builder.ts';
export type { FreshMessage } from './chain/fresh-messages.ts';
export type { GenesisAccount } from './chain/genesis-account.ts';
export type { QueuedMessage } from './chain/message-queue.ts';
export type { OpenBlock } from './chain/open-block.ts';
export type { Round } from './chain/round.ts';
export type { RoundBuilder } from './chain/round-builder.ts';
export { createSpecialMessage } from './chain/special-message.ts';
export { type NetworkSeed, startNetwork, toolsOfSeed } from './chain/start-network.ts';
export { readOutcome } from './chain/read-outcome.ts';
export { type ShardLeaf, type ShardStep, siblingOf } from './chain/shard-configuration.ts';
export type {
  AccountAfter,
  AccountRecord,
  NewMessage,
  TransactionOutcome,
} from './chain/transaction-outcome.ts';
export { tickTockAccounts } from './chain/tick-tock-accounts.ts';
export type { ZeroState } from './chain/zero-state.ts';
export { type BlockSignature, bytesToSign, nodeIdShort } from './network/block-signatures.ts';
export { defaultParameters } from './network/default-parameters.ts';
export { changeNetworkConfig, createNetworkConfig, type NetworkConfig } from './network/network-config.ts';
export { createSigningKey, isSignedBy, type SigningKey } from './network/signing-key.ts';
export { createValidatorRoster, type ValidatorRoster } from './network/validator-roster.ts';
export { createRandom, type Random } from './random.ts';
