import { blockKeyText } from './block-source.ts';
import { shardChildren, shardParent } from '@tonriver/chain-model';
import type { CheckedBlock, Expectation } from './check-block.ts';

/**
 * Returns the predecessors that a block names: one; two of the child shards after a merge; after a split that of the
 * parent shard.
 */
export function previousBlocksOf({ key, block, origin }: CheckedBlock): readonly Expectation[] {
  const { info } = block;
  const shards = info.afterMerge ? shardChildren(key.shard) : [info.afterSplit ? shardParent(key.shard) : key.shard];
  return info.previousBlocks.map((previous, index) => ({
    key: { workchain: key.workchain, shard: shards[index] ?? key.shard, seqno: previous.seqno },
    rootHash: previous.rootHash,
    fileHash: previous.fileHash,
    namedBy: `block ${blockKeyText(key)} in ${origin}`,
  }));
}
