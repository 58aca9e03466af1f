import { type BlockSource, createMemorySource } from '@tonriver/block-source';
import type { generateWorkload } from '@tonriver/chain-workload';
import type { Network } from '@tonriver/chain-model';

/** A chain that was made, as a source. */
export function builtSource(workload: ReturnType<typeof generateWorkload>): {
  readonly source: BlockSource;
  readonly network: Network;
} {
  const blocks = [...workload.rounds()].flatMap((round) =>
    round.blocks.map(({ workchain, shard, seqno, rootHash, fileHash, boc }) => ({
      key: { workchain, shard, seqno },
      boc,
      origin: `round ${round.seqno}`,
      namedFileHash: fileHash,
      rootHash: Buffer.from(rootHash).toString('hex'),
    })),
  );
  const { rootHash, fileHash } = workload.zeroStates.masterchain;
  return {
    source: createMemorySource(blocks),
    network: {
      name: 'built',
      globalId: workload.options.network.globalId,
      zeroStateRootHash: rootHash,
      zeroStateFileHash: fileHash,
    },
  };
}
