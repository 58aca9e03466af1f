import { writeBag } from '@tonriver/boc';
import type { ZeroState } from '@tonriver/chain-builder';
import { storeConfigParameter } from '@tonriver/chain-model';

/**
 * Returns configuration parameter 12 as a bag, with which the basechain splits or merges soon.
 *
 * @param minSplit logarithm of the least number of shards, as is `maxSplit` of the most
 */
export function shardsParameter(
  { rootHash, fileHash }: Pick<ZeroState, 'rootHash' | 'fileHash'>,
  { minSplit, maxSplit, enabledSince }: { minSplit: number; maxSplit: number; enabledSince: number },
): Uint8Array {
  return writeBag([
    storeConfigParameter(12, [
      {
        workchain: 0,
        description: {
          enabledSince,
          monitorMinSplit: 0,
          minSplit,
          maxSplit,
          active: true,
          acceptMessages: true,
          zerostateRootHash: rootHash,
          zerostateFileHash: fileHash,
          version: 0,
          format: { type: 'basic', vmVersion: -1, vmMode: 0n },
          extension: {
            timings: {
              splitMergeDelay: 2,
              splitMergeInterval: 30,
              minSplitMergeInterval: 2,
              maxSplitMergeDelay: 1_000,
            },
            persistentStateSplitDepth: 0,
          },
        },
      },
    ]),
  ]);
}
