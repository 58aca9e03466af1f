import { createMemorySource, type MemoryBlock } from '@tonriver/block-source';
import type { ListedBlockSource } from '@tonriver/chain-source';
import { generateWorkload } from '@tonriver/chain-workload';
import type { Network } from '@tonriver/chain-model';
import type { InitialStateFile } from '@tonriver/state-resolver/service';
import { BUILT_NETWORK_NAME } from './config.ts';

export interface BuiltChain {
  readonly source: ListedBlockSource;
  readonly network: Network;
  readonly initialStates: readonly InitialStateFile[];
}

/**
 * Builds a chain and returns it as a block source. The same number of rounds and seed give the same bytes, so a data
 * directory that was filled from it can be opened again. The whole chain is in memory.
 *
 * @throws the signal's reason when it aborts. A long chain takes minutes
 */
export async function openBuiltChain(options: {
  readonly rounds: number;
  readonly seed: number;
  readonly signal: AbortSignal;
  /** Called before the first round and after each. */
  readonly onRound?: (roundsDone: number) => void;
}): Promise<BuiltChain> {
  // A longer chain of the same seed begins with the same blocks.
  const workload = generateWorkload({ seed: `tonriver-${options.seed}`, rounds: options.rounds });
  const blocks: MemoryBlock[] = [];
  let roundsDone = 0;
  for (const round of workload.rounds()) {
    options.onRound?.(roundsDone++);
    // Lets signals and timers run between two rounds.
    await new Promise((resolve) => setImmediate(resolve));
    options.signal.throwIfAborted();
    for (const { workchain, shard, seqno, rootHash, fileHash, boc } of round.blocks) {
      blocks.push({
        key: { workchain, shard, seqno },
        boc,
        origin: `built chain, round ${round.seqno}`,
        namedFileHash: fileHash,
        rootHash: Buffer.from(rootHash).toString('hex'),
      });
    }
  }
  const { masterchain, basechain } = workload.zeroStates;
  const { rootHash, fileHash } = masterchain;
  return {
    initialStates: [
      { origin: 'zero state of the built masterchain', isOptional: false, read: () => masterchain.boc },
      { origin: 'zero state of the built basechain', isOptional: false, read: () => basechain.boc },
    ],
    source: createMemorySource(blocks),
    network: {
      name: BUILT_NETWORK_NAME,
      globalId: workload.options.network.globalId,
      zeroStateRootHash: rootHash,
      zeroStateFileHash: fileHash,
    },
  };
}
