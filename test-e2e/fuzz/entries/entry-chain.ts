import type { BuiltBlock } from '@tonriver/chain-builder';
import { generateWorkload } from '@tonriver/chain-workload';
import type { Network } from '@tonriver/chain-model';
import type { RoundPlace } from '@tonriver/events';

/** A chain as small as possible, but with splits, merges, key blocks and libraries. */
const chain = {
  seed: 'fuzz entries',
  rounds: 16,
  transactionsPerRound: 2,
  accounts: 6,
  shardsMax: 2,
  splitMergeRate: 0.5,
  keyBlockEvery: 6,
  network: { validatorCount: 2, masterchainValidatorCount: 1 },
};

export interface ChainBlock {
  readonly block: BuiltBlock;
  readonly round: RoundPlace;
}

/** A chain whose blocks are mutated. The resolver has its states before each round. */
export function entryChain() {
  const workload = generateWorkload(chain);
  const rounds = [...workload.rounds()].map(({ seqno, blocks }) => {
    // The masterchain block comes first, as the fetcher publishes it.
    const ordered = blocks.toSorted((left, right) => Number(left.workchain !== -1) - Number(right.workchain !== -1));
    return ordered.map((block, index): ChainBlock => {
      const isRangeStart = seqno === 1 && index === 0;
      return { block, round: { seqno, index, blockCount: blocks.length, isRangeStart } };
    });
  });
  const { masterchain, basechain } = workload.zeroStates;
  const network: Network = {
    name: 'built_test',
    globalId: workload.options.network.globalId,
    zeroStateRootHash: masterchain.rootHash,
    zeroStateFileHash: masterchain.fileHash,
  };
  const initialStates = [masterchain, basechain].map(({ boc }, index) => ({
    origin: `zero state ${index}`,
    isOptional: false,
    read: () => boc,
  }));
  return { network, initialStates, rounds };
}
