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
 * The blocks that lie in no complete round. With a range asked for, those of the masterchain outside of it are left
 * out; to which round a shard block would belong nothing in its key tells, see `isWanted`. So are those that may lie in
 * a round that is published, where the source lacks the masterchain block that would tell.
 */
export function blocksOutside(
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

/** A shard block without its round counts to a range when the masterchain block that it was made under does. */
function isWanted({ block }: CheckedBlock, { from, to }: FetchRoundsOptions): boolean {
  const reference = block.info.masterRef?.seqno;
  if (reference === undefined) return true;
  return (from ?? 0) <= reference + 1 && (to === undefined || reference < to);
}

/**
 * Publishes blocks without their round, but for those that are stored: nothing else remembers that they were sent.
 *
 * @returns how many there are, those that are stored included
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
      if (found === undefined) throw new FetchError('missing_block', `Block ${name} is gone from its source`);
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
