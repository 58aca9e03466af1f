import { createMemorySource, type MemoryBlock } from '@tonriver/block-source';
import { generateWorkload, type PartialWorkloadOptions } from '@tonriver/chain-workload';
import type { Network } from '@tonriver/chain-model';
import type { ListedBlockSource } from '@tonriver/chain-source';

export interface BuiltSource {
  readonly source: ListedBlockSource;
  readonly network: Network;
  /** The blocks of each round, the masterchain block first. */
  readonly rounds: readonly (readonly MemoryBlock[])[];
}

/** A built chain as a source of blocks. */
export function builtSource(options: PartialWorkloadOptions): BuiltSource {
  const workload = generateWorkload(options);
  const rounds = [...workload.rounds()].map((round) =>
    round.blocks.map(({ workchain, shard, seqno, rootHash, fileHash, boc }): MemoryBlock => {
      return {
        key: { workchain, shard, seqno },
        boc,
        origin: `round ${round.seqno}`,
        namedFileHash: fileHash,
        rootHash: Buffer.from(rootHash).toString('hex'),
      };
    }),
  );
  const { rootHash, fileHash } = workload.zeroStates.masterchain;
  return {
    source: createMemorySource(rounds.flat()),
    rounds,
    network: {
      name: 'built',
      globalId: workload.options.network.globalId,
      zeroStateRootHash: rootHash,
      zeroStateFileHash: fileHash,
    },
  };
}
