export {
  type BlockCreateStats,
  type Counters,
  type CreatorStats,
  storeCreatorStats,
} from './block-create-stats.ts';
export {
  eachEnqueuedMessage,
  type EnqueuedMessage,
  loadEnqueuedMessage,
  outQueueKeyBits,
  storeEnqueuedMessage,
} from './enqueued-message.ts';
export { type MasterchainStateExtra } from './masterchain-state-extra.ts';
export {
  eachOldMasterchainBlock,
  findOldMasterchainBlock,
  type KeyMaxLt,
  type OldMasterchainBlock,
  oldMasterchainBlocksKind,
} from './old-masterchain-blocks.ts';
export {
  loadOutMsgQueueInfo,
  minimalLtAugmentation,
  type OutMsgQueueInfo,
  storeOutMsgQueueInfo,
} from './out-msg-queue-info.ts';
export {
  buildProcessedInfo,
  type ProcessedUpto,
} from './processed-info.ts';
export {
  loadShardState,
  type ShardState,
  type ShardStateParts,
  storeShardState,
} from './shard-state.ts';
export { loadSharedLibraries, type SharedLibrary } from './shared-library.ts';
export { forEachShownAccount } from './shown-accounts.ts';
export { type ValidatorInfo } from './validator-info.ts';
