export { DevnetChainError } from './devnet-chain-error.ts';
export { EMPTY_GENESIS, type Genesis } from './genesis/genesis.ts';
export { readGenesis } from './genesis/read-genesis.ts';
export { writeGenesis } from './genesis/write-genesis.ts';
export { expiryText, notAcceptedText } from './messages/expiry.ts';
export { type ExternalMessage, readExternalMessage } from './messages/external-message.ts';
export {
  createExternalQueue,
  type ExternalQueue,
  type WaitingMessage,
} from './messages/external-queue.ts';
export { checkConfigChange, readConfigValue } from './network/config-change.ts';
export { createDevnetNetwork, type DevnetNetwork, type DevnetOptions } from './network/devnet-network.ts';
export { domainCollectionState, withoutDomains } from './network/domains.ts';
export { createWallet, type TransferOrder, type Wallet } from './network/wallet.ts';
export { createEnvironmentReader } from './rounds/chain-environment.ts';
export type { Executor, ExecutorCall, ExecutorResult } from './rounds/executor.ts';
export { type PlayedRound, playRound, type RoundResult } from './rounds/play-round.ts';
export { readRoundInputs, recordRound, replayRound, type RoundInputs } from './rounds/round-inputs.ts';
export { shardAccountBoc } from './rounds/run-transaction.ts';
