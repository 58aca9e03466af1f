import { createMemorySource, type MemoryBlock } from '@tonriver/block-source';
import type { ListedBlockSource } from '@tonriver/chain-source';
import { generateWorkload, type PartialWorkloadOptions } from '@tonriver/chain-workload';
import type { Network } from '@tonriver/chain-model';

export interface BuiltSource {
  readonly source: ListedBlockSource;
  readonly network: Network;
  readonly rounds: number;
  readonly transactionCount: number;
}

/** A built chain in memory. */
export function buildSource(name: string, options: PartialWorkloadOptions): BuiltSource {
  const workload = generateWorkload(options);
  const blocks: MemoryBlock[] = [];
  let rounds = 0;
  for (const round of workload.rounds()) {
    rounds += 1;
    for (const { workchain, shard, seqno, rootHash, fileHash, boc } of round.blocks) {
      blocks.push({
        key: { workchain, shard, seqno },
        boc,
        origin: 'built',
        namedFileHash: fileHash,
        rootHash: Buffer.from(rootHash).toString('hex'),
      });
    }
  }
  const { rootHash: zeroStateRootHash, fileHash: zeroStateFileHash } = workload.zeroStates.masterchain;
  const { globalId } = workload.options.network;
  const facts = workload.facts();
  return {
    source: createMemorySource(blocks),
    network: { name, globalId, zeroStateRootHash, zeroStateFileHash },
    rounds,
    transactionCount: facts.basechainTransactions + facts.masterchainTransactions,
  };
}
