import type { Bag } from '@tonriver/boc';
import {
  type Block,
  loadBlockMasterchainExtra,
  loadMerkleUpdate,
  shardChildren,
  shardParent,
  shardToSigned,
} from '@tonriver/chain-model';
import type { BlockRow } from '@tonriver/row-schema';
import type { BlockPlace } from './block-place.ts';
import { globalVersionOf } from './config-rows.ts';

/** Returns the row of `blocks` for a block. */
export function blockRow(
  bag: Bag,
  block: Block,
  place: BlockPlace,
  known: {
    readonly rootHash: Uint8Array;
    readonly fileHash: Uint8Array | null;
    readonly transactionCount: number;
  },
): BlockRow {
  const { info } = block;
  const update = loadMerkleUpdate(bag, block.stateUpdate);
  const [first, second] = info.previousBlocks;
  const [firstShard, secondShard] = previousShards(block);
  return {
    workchain: place.workchain,
    shard: place.shard,
    seqno: place.seqno,
    rootHash: known.rootHash,
    fileHash: known.fileHash,
    mcBlockSeqno: place.round,
    globalId: block.globalId,
    version: info.version,
    afterMerge: info.afterMerge,
    beforeSplit: info.beforeSplit,
    afterSplit: info.afterSplit,
    wantMerge: info.wantMerge,
    wantSplit: info.wantSplit,
    keyBlock: info.keyBlock,
    vertSeqnoIncr: info.vertSeqnoIncr,
    flags: info.flags,
    genUtime: info.genUtime,
    startLt: info.startLt,
    endLt: info.endLt,
    validatorListHashShort: info.genValidatorListHashShort,
    genCatchainSeqno: info.genCatchainSeqno,
    minRefMcSeqno: info.minRefMcSeqno,
    prevKeyBlockSeqno: info.prevKeyBlockSeqno,
    vertSeqno: info.vertSeqno,
    masterRefSeqno: info.masterRef?.seqno ?? 0,
    randSeed: block.extra.randSeed,
    createdBy: block.extra.createdBy,
    txCount: known.transactionCount,
    genSoftwareVersion: info.genSoftware?.version ?? null,
    genSoftwareCapabilities: info.genSoftware?.capabilities ?? null,
    prevCount: info.previousBlocks.length,
    prev1Shard: shardToSigned(firstShard),
    prev1Seqno: first.seqno,
    prev1RootHash: first.rootHash,
    prev1FileHash: first.fileHash,
    prev2Shard: second === undefined ? null : shardToSigned(secondShard),
    prev2Seqno: second?.seqno ?? null,
    prev2RootHash: second?.rootHash ?? null,
    prev2FileHash: second?.fileHash ?? null,
    stateOldHash: update.oldHash,
    stateNewHash: update.newHash,
    globalVersion: globalVersionIn(bag, block),
    rowVersion: place.rowVersion,
  };
}

/** Returns the shards of the predecessors: children after a merge, the parent after a split, else the same shard. */
function previousShards({ info }: Block): readonly [bigint, bigint] {
  if (info.afterMerge) return shardChildren(info.shard);
  const shard = info.afterSplit ? shardParent(info.shard) : info.shard;
  return [shard, shard];
}

/** Returns the global version in the configuration of a key block; null for other blocks. */
function globalVersionIn(bag: Bag, block: Block): number | null {
  if (!block.info.keyBlock) return null;
  const config = loadBlockMasterchainExtra(bag, block)?.config ?? null;
  return config === null ? null : globalVersionOf(bag, config.config);
}
