export {
  type AccountBlock,
  buildAccountBlocks,
  loadAccountBlock,
  loadAccountBlocks,
  loadAccountBlocksRoot,
} from './account-block.ts';
export { currencyAugmentation, importFeesAugmentation } from './augmentations.ts';
export {
  type Block,
  type BlockParts,
  forEachTransaction,
  loadBlock,
  loadBlockMasterchainExtra,
  storeBlock,
} from './block.ts';
export { type BlockExtra } from './block-extra.ts';
export { type BlockId } from './block-id.ts';
export { type BlockInfo } from './block-info.ts';
export { type BlockReference, loadBlockReference } from './block-reference.ts';
export { type BlockSignatures } from './block-signatures.ts';
export { type CryptoSignature } from './crypto-signature.ts';
export { type FutureSplitMerge } from './future-split-merge.ts';
export { type GlobalVersion } from './global-version.ts';
export { type ImportFees } from './import-fees.ts';
export { type InMessage, loadInMessage, storeInMessage } from './in-message.ts';
export { cellOf } from './inner-cell.ts';
export { type IntermediateAddress } from './intermediate-address.ts';
export {
  type MasterchainBlockExtra,
  storeMasterchainBlockExtra,
} from './masterchain-block-extra.ts';
export { checkLogicalTimes } from './logical-times.ts';
export { loadMerkleProof } from './merkle-proof.ts';
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
  storeMessageEnvelope,
} from './message-envelope.ts';
export {
  loadOutMessage,
  type OutMessage,
} from './out-message.ts';
export { type PreviousBlocks } from './previous-blocks.ts';
export { type ShardDescription } from './shard-description.ts';
export { type ShardFeeCreated } from './shard-fee-created.ts';
export { buildShardFees, loadShardFees } from './shard-fees.ts';
export { buildShardHashes, loadShardDescriptions, type ShardTop } from './shard-hashes.ts';
export {
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
export { loadShardIdent, type ShardIdent } from './shard-ident.ts';
export { type SignaturePair } from './signature-pairs.ts';
export { skipCurrencyCollection } from './skip-currency-collection.ts';
export { loadValueFlow, storeValueFlow, type ValueFlow } from './value-flow.ts';
export { parseBlockBag } from './parse-block-bag.ts';
export { createSharedBlockBags, type OpenBlockBag, type SharedBlockBags } from './shared-block-bags.ts';
export { writeBlockProof } from './write-block-proof.ts';
