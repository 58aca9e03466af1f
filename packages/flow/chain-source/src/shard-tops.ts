import { blockKeyText } from './block-source.ts';
import { loadBlockMasterchainExtra, loadShardDescriptions } from '@tonriver/chain-model';
import type { CheckedBlock, Expectation } from './check-block.ts';

/** Returns the newest block of every shard with its hashes, as a masterchain block names them. */
export function expectedShardTops({ key, bag, block, origin }: CheckedBlock): readonly Expectation[] {
  const shardHashes = loadBlockMasterchainExtra(bag, block)?.shardHashes ?? null;
  return loadShardDescriptions(bag, shardHashes).map(({ workchain, shard, description }) => ({
    key: { workchain, shard, seqno: description.seqno },
    rootHash: description.rootHash,
    fileHash: description.fileHash,
    namedBy: `masterchain block ${blockKeyText(key)} in ${origin}`,
  }));
}
