// What only tests of other packages need.
export { resolveAccount } from '../account/account.ts';
export { loadBlockProof, storeBlockProof } from '../block/block-proof.ts';
export { loadBlockSignatures, storeBlockSignatures } from '../block/block-signatures.ts';
export { resolveBlock } from '../block/block.ts';
export { loadWhole } from '../block/inner-cell.ts';
export { resolveMasterchainBlockExtra } from '../block/masterchain-block-extra.ts';
export { storeShardDescription } from '../block/shard-description.ts';
export { buildSignaturePairs, loadSignaturePairs } from '../block/signature-pairs.ts';
export { shardCatchainSeqno } from '../config/catchain-seqno.ts';
export { isKnownParameter } from '../config/config-parameter.ts';
export { loadConfigParams } from '../config/config-params.ts';
export { messageBodyBytes } from '../message/message-body.ts';
export { loadMessageRelaxed } from '../message/message-relaxed.ts';
export { loadSimpleLibs } from '../message/simple-lib.ts';
export { eachCreatorStats } from '../state/block-create-stats.ts';
export { eachAccountDispatchQueue } from '../state/enqueued-message.ts';
export { loadProcessedInfo } from '../state/processed-info.ts';
export { loadSplitOrUnsplitState, resolveShardState, storeSplitState } from '../state/shard-state.ts';
