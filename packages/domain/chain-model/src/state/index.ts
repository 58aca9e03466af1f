export {
  type BlockCreateStats,
  type Counters,
  type CreatorStats,
  eachCreatorStats,
  type KeyedCreatorStats,
  loadBlockCreateStats,
  loadCreatorStats,
  resolveBlockCreateStats,
  storeBlockCreateStats,
  storeCreatorStats,
} from './block-create-stats.ts';
export {
  type AccountDispatchQueue,
  eachAccountDispatchQueue,
  eachEnqueuedMessage,
  type EnqueuedMessage,
  type EnqueuedMessageEntry,
  type KeyedAccountDispatchQueue,
  type KeyedEnqueuedMessage,
  loadAccountDispatchQueue,
  loadEnqueuedMessage,
  outQueueKeyBits,
  outQueueKind,
  storeAccountDispatchQueue,
  storeEnqueuedMessage,
} from './enqueued-message.ts';
export {
  loadMasterchainStateExtra,
  type MasterchainStateExtra,
  resolveMasterchainStateExtra,
  storeMasterchainStateExtra,
} from './masterchain-state-extra.ts';
export {
  eachOldMasterchainBlock,
  findOldMasterchainBlock,
  type KeyMaxLt,
  loadKeyMaxLt,
  loadOldMasterchainBlock,
  type OldMasterchainBlock,
  oldMasterchainBlocksKind,
  storeKeyMaxLt,
  storeOldMasterchainBlock,
} from './old-masterchain-blocks.ts';
export {
  loadOutMsgQueueInfo,
  minimalLtAugmentation,
  type OutMsgQueueExtra,
  type OutMsgQueueInfo,
  resolveOutMsgQueueInfo,
  storeOutMsgQueueInfo,
} from './out-msg-queue-info.ts';
export {
  buildProcessedInfo,
  loadProcessedInfo,
  loadProcessedUpto,
  type ProcessedUpto,
  storeProcessedUpto,
} from './processed-info.ts';
export {
  loadShardState,
  loadSplitOrUnsplitState,
  resolveShardState,
  type ShardState,
  type ShardStateParts,
  type SplitState,
  type SplitStateParts,
  storeShardState,
  storeSplitState,
} from './shard-state.ts';
export { loadSharedLibraries, loadSharedLibrary, type SharedLibrary, storeSharedLibrary } from './shared-library.ts';
export { forEachShownAccount, type ShownAccountVisitor } from './shown-accounts.ts';
export { loadValidatorInfo, storeValidatorInfo, type ValidatorInfo } from './validator-info.ts';
