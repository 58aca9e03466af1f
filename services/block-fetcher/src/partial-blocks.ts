import {
  type BlockKey,
  blockKeyText,
  type CheckedBlock,
  checkBlock,
  type ListedBlockSource,
} from '@tonriver/chain-source';
import { KEYS_PER_LOOKUP } from './check-conflicts.ts';
import type { FetchRoundsDependencies, FetchRoundsOptions } from './fetch-rounds.ts';
import { FetchError } from './fetch-error.ts';
import { recordOfPartialBlock } from './publish-blocks.ts';
import type { RoundPublisher } from './round-publisher.ts';
import type { RoundRuns } from './round-runs.ts';

/**
 * Returns the blocks that lie in no complete round. Leaves out masterchain blocks outside the requested range; for
 * shard blocks `isWanted` decides later, because their keys do not show their round. Also leaves out blocks that may be
 * part of a published round, when the source lacks the masterchain block that would show it.
 */
export function partialBlocksOf(
  source: ListedBlockSource,
  { allowPartialRounds, from, to }: FetchRoundsOptions,
  done: RoundRuns,
): readonly BlockKey[] {
  const hasRange = from !== undefined || to !== undefined;
  if (hasRange && !allowPartialRounds) return [];
  return source
    .keys()
    .filter((key) => !done.mayHaveBlock(key))
    .filter(({ workchain, seqno }) => workchain !== -1 || ((from ?? 0) <= seqno && seqno <= (to ?? seqno)));
}

/** A partial shard block belongs to the range if the masterchain block that it refers to does. */
function isWanted({ block }: CheckedBlock, { from, to }: FetchRoundsOptions): boolean {
  const reference = block.info.masterRef?.seqno;
  if (reference === undefined) return true;
  return (from ?? 0) <= reference + 1 && (to === undefined || reference < to);
}

/**
 * Publishes partial blocks that are not stored yet. (No progress is saved for partial blocks.)
 *
 * @returns the number of partial blocks, with those that were stored already
 */
export async function publishPartialBlocks(
  { source, network, topic, storedRootHashes }: FetchRoundsDependencies,
  keys: readonly BlockKey[],
  options: FetchRoundsOptions,
  publisher: RoundPublisher,
): Promise<number> {
  let count = 0;
  for (let start = 0; start < keys.length; start += KEYS_PER_LOOKUP) {
    const chunk = keys.slice(start, start + KEYS_PER_LOOKUP);
    const stored = await storedRootHashes(chunk);
    for (const key of chunk) {
      const name = blockKeyText(key);
      if (stored.has(name)) {
        count += 1;
        continue;
      }
      const found = await source.block(key);
      if (found === undefined)
        throw new FetchError(
          'missing_block',
          `Block ${name} was in the source when it was opened, and is not there now`,
        );
      const block = checkBlock(found, network);
      if (!isWanted(block, options)) continue;
      count += 1;
      publisher.batch.add([recordOfPartialBlock(block, topic)]);
      if (publisher.batch.isFull()) await publisher.flush();
    }
  }
  await publisher.flush();
  return count;
}
