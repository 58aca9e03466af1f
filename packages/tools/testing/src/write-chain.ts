import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ChainFacts, generateWorkload, type PartialWorkloadOptions } from '@tonriver/chain-workload';
import type { Network } from '@tonriver/chain-model';

/** A built chain on disk, in the form of an archive. */
export interface WrittenChain {
  readonly directory: string;
  /** Folder with the zero states of the masterchain and the basechain. */
  readonly statesDirectory: string;
  readonly network: Network;
  readonly rounds: number;
  readonly facts: ChainFacts;
}

/** Makes a chain and writes each block to a `.boc` file. Memory does not grow with the length of the chain. */
export function writeChain(directory: string, name: string, options: PartialWorkloadOptions): WrittenChain {
  mkdirSync(directory, { recursive: true });
  const workload = generateWorkload(options);
  let rounds = 0;
  for (const round of workload.rounds()) {
    rounds += 1;
    for (const { workchain, shard, seqno, boc } of round.blocks) {
      writeFileSync(join(directory, `${workchain}_${shard.toString(16).padStart(16, '0')}_${seqno}.boc`), boc);
    }
  }
  const statesDirectory = join(directory, 'states');
  mkdirSync(statesDirectory, { recursive: true });
  for (const { workchain, boc } of Object.values(workload.zeroStates)) {
    writeFileSync(join(statesDirectory, `${workchain}_zerostate.boc`), boc);
  }
  const { rootHash, fileHash } = workload.zeroStates.masterchain;
  const { globalId } = workload.options.network;
  return {
    directory,
    statesDirectory,
    network: { name, globalId, zeroStateRootHash: rootHash, zeroStateFileHash: fileHash },
    rounds,
    facts: workload.facts(),
  };
}
