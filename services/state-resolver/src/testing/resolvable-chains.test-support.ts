import { readFileSync } from 'node:fs';
import { createMemorySource, type MemoryBlock, openArchive } from '@tonriver/block-source';
import { generateWorkload, type PartialWorkloadOptions } from '@tonriver/chain-workload';
import { publicNetworks } from '@tonriver/chain-model';
import { silentLogger } from '@tonriver/logger';
import type { RecordedData } from '@tonriver/testing';
import type { InitialStateFile } from '../service.ts';
import type { ResolvableChain } from './resolver-bench.test-support.ts';

/** A chain that is made up, with its zero states. */
export function builtChain(options: PartialWorkloadOptions): ResolvableChain & {
  readonly blocks: readonly MemoryBlock[];
  readonly rounds: readonly (readonly MemoryBlock[])[];
} {
  const workload = generateWorkload(options);
  const rounds = [...workload.rounds()].map(({ seqno: round, blocks }) =>
    blocks.map(
      ({ workchain, shard, seqno, rootHash, fileHash, boc }): MemoryBlock => ({
        key: { workchain, shard, seqno },
        boc,
        origin: `built chain, round ${round}`,
        namedFileHash: fileHash,
        rootHash: Buffer.from(rootHash).toString('hex'),
      }),
    ),
  );
  const blocks = rounds.flat();
  const { masterchain, basechain } = workload.zeroStates;
  const fileOf = (origin: string, boc: Uint8Array): InitialStateFile => ({
    origin,
    isOptional: false,
    read: () => boc,
  });
  return {
    blocks,
    rounds,
    source: createMemorySource(blocks),
    network: {
      name: 'built_test',
      globalId: workload.options.network.globalId,
      zeroStateRootHash: masterchain.rootHash,
      zeroStateFileHash: masterchain.fileHash,
    },
    initialStates: [fileOf('masterchain', masterchain.boc), fileOf('basechain', basechain.boc)],
  };
}

/** Recorded blocks of mainnet, with the named recorded states. */
export async function recordedChain(
  data: RecordedData,
  folder: string,
  states: readonly string[],
): Promise<ResolvableChain> {
  return {
    source: await openArchive({ paths: [data.path('blocks', folder)], logger: silentLogger }),
    network: publicNetworks.find(({ name }) => name === 'mainnet')!,
    initialStates: states.map((name) => recordedState(data, name)),
  };
}

export function recordedState(data: RecordedData, name: string): InitialStateFile {
  const path = data.path('blocks', 'states', `mainnet_${name}.boc`);
  return { origin: path, isOptional: false, read: () => readFileSync(path) };
}
