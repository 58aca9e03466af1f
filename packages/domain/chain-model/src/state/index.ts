export {
  type BlockCreateStats,
  type Counters,
  type CreatorStats,
  eachCreatorStats,
  loadBlockCreateStats,
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
  loadKeyMaxLt,
  loadOldMasterchainBlock,
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
  loadProcessedInfo,
  type ProcessedUpto,
} from './processed-info.ts';
export {
  loadShardState,
  type ShardState,
  type ShardStateParts,
  storeShardState,
} from './shard-state.ts';
export { loadSharedLibraries, loadSharedLibrary, type SharedLibrary, storeSharedLibrary } from './shared-library.ts';
export { forEachShownAccount } from './shown-accounts.ts';
export { loadValidatorInfo, type ValidatorInfo } from './validator-info.ts';
