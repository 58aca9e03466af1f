export {
  type AccountBlock,
  type AccountBlockTransaction,
  accountBlockFees,
  buildAccountBlocks,
  forEachAccountTransaction,
  loadAccountBlock,
  loadAccountBlocks,
  loadAccountBlocksRoot,
  resolveAccountBlock,
  storeAccountBlock,
} from './account-block.ts';
export { currencyAugmentation, importFeesAugmentation, shardFeesAugmentation } from './augmentations.ts';
export {
  type Block,
  type BlockParts,
  forEachTransaction,
  loadBlock,
  loadBlockMasterchainExtra,
  loadBlockParts,
  resolveBlock,
  storeBlock,
  storeBlockParts,
} from './block.ts';
export { type BlockExtra, loadBlockExtra, resolveBlockExtra, storeBlockExtra } from './block-extra.ts';
export { type BlockId, loadBlockId, storeBlockId } from './block-id.ts';
export { type BlockInfo, loadBlockInfo, storeBlockInfo } from './block-info.ts';
export { type BlockProof, loadBlockProof, resolveBlockProof, storeBlockProof } from './block-proof.ts';
export { type BlockReference, loadBlockReference, storeBlockReference } from './block-reference.ts';
export {
  type BlockSignatures,
  loadBlockSignatures,
  resolveBlockSignatures,
  storeBlockSignatures,
} from './block-signatures.ts';
export {
  type Certificate,
  type ChainedSignature,
  type CryptoSignature,
  loadCryptoSignature,
  loadPublicKey,
  type SimpleSignature,
  storeCryptoSignature,
  storePublicKey,
} from './crypto-signature.ts';
export { type FutureSplitMerge, loadFutureSplitMerge, storeFutureSplitMerge } from './future-split-merge.ts';
export { type GlobalVersion, loadGlobalVersion, storeGlobalVersion } from './global-version.ts';
export { addImportFees, type ImportFees, loadImportFees, storeImportFees } from './import-fees.ts';
export { type InMessage, type InMessageType, loadInMessage, resolveInMessage, storeInMessage } from './in-message.ts';
export { cellOf, loadWhole } from './inner-cell.ts';
export { type IntermediateAddress, loadIntermediateAddress, storeIntermediateAddress } from './intermediate-address.ts';
export {
  loadMasterchainBlockExtra,
  type MasterchainBlockExtra,
  resolveMasterchainBlockExtra,
  storeMasterchainBlockExtra,
} from './masterchain-block-extra.ts';
export { blockLtSpanMax, checkLogicalTimes } from './logical-times.ts';
export { loadMerkleProof, type MerkleProof } from './merkle-proof.ts';
export { loadMerkleUpdate, type MerkleUpdate } from './merkle-update.ts';
export {
  buildInMessageDescriptors,
  buildOutMessageDescriptors,
  forEachInMessage,
  forEachOutMessage,
  type InMessageEntry,
  loadInMessageDescriptors,
  loadOutMessageDescriptors,
  type OutMessageEntry,
} from './message-descriptors.ts';
export {
  loadMessageEnvelope,
  type MessageEnvelope,
  resolveMessageEnvelope,
  storeMessageEnvelope,
} from './message-envelope.ts';
export { loadMessageMetadata, type MessageMetadata, storeMessageMetadata } from './message-metadata.ts';
export {
  loadOutMessage,
  type OutMessage,
  type OutMessageType,
  resolveOutMessage,
  storeOutMessage,
} from './out-message.ts';
export { loadPreviousBlocks, type PreviousBlocks, storePreviousBlocks } from './previous-blocks.ts';
export { loadShardDescription, type ShardDescription, storeShardDescription } from './shard-description.ts';
export { addShardFees, loadShardFeeCreated, type ShardFeeCreated, storeShardFeeCreated } from './shard-fee-created.ts';
export { buildShardFees, loadShardFees, type ShardFees } from './shard-fees.ts';
export { buildShardHashes, forEachShardTop, loadShardDescriptions, type ShardTop } from './shard-hashes.ts';
export {
  isShardId,
  shardChildren,
  shardContains,
  shardContainsAccount,
  shardFromHex,
  shardFromSigned,
  shardParent,
  shardPrefixBitsMax,
  shardPrefixLength,
  shardToHex,
  shardToSigned,
  WHOLE_SHARD,
} from './shard-id.ts';
export { loadShardIdent, type ShardIdent, storeShardIdent } from './shard-ident.ts';
export { buildSignaturePairs, loadSignaturePairs, type SignaturePair } from './signature-pairs.ts';
export { skipCurrencyCollection } from './skip-currency-collection.ts';
export { loadValueFlow, storeValueFlow, type ValueFlow } from './value-flow.ts';
export { parseBlockBag } from './parse-block-bag.ts';
