import {
  type BlockKey,
  expectedShardTops,
  type ListedBlockSource,
  masterchainKey,
  type RoundBuilder,
  type SeqnoRange,
} from '@tonriver/chain-source';
import type { FetchProgress } from './fetch-progress.ts';
import { createRoundRuns, type RoundRuns } from './round-runs.ts';

/** The rounds that were published before this start, and the blocks at their ends. */
export interface PublishedRounds {
  readonly published: readonly SeqnoRange[];
  readonly done: RoundRuns;
  /**
   * The first and last published masterchain blocks that the source has. Only these are compared with the store again:
   * every block names the one before it by its hash.
   */
  readonly ends: readonly BlockKey[];
}

/** Loads the published rounds. If the source lacks the masterchain blocks at an end, the nearest ones are used. */
export async function loadPublished(
  { source, progress }: { readonly source: ListedBlockSource; readonly progress: FetchProgress },
  builder: RoundBuilder,
): Promise<PublishedRounds> {
  const published = await progress.load();
  const done = createRoundRuns();
  const ends: BlockKey[] = [];
  // Seqno 0 stands for the start of the chain, before which there are no shard blocks.
  const seqnos = [0, ...source.masterchainSeqnos().filter((seqno) => seqno > 0)];
  const topsAt = async (seqno: number | undefined): Promise<readonly BlockKey[] | undefined> => {
    if (seqno === undefined) return undefined;
    if (seqno === 0) return [];
    const block = await builder.masterchainBlock(seqno);
    return block === undefined ? undefined : expectedShardTops(block).map(({ key }) => key);
  };
  for (const { first, last } of published) {
    const isWithin = (seqno: number): boolean => first - 1 <= seqno && seqno <= last;
    done.add({
      first,
      last,
      before: {
        outside: await topsAt(seqnos.findLast((seqno) => seqno < first)),
        within: await topsAt(seqnos.find(isWithin)),
      },
      after: {
        within: await topsAt(seqnos.findLast(isWithin)),
        outside: await topsAt(seqnos.find((seqno) => seqno >= last)),
      },
    });
    const inRange = (seqno: number): boolean => first <= seqno && seqno <= last;
    for (const end of [seqnos.find(inRange), seqnos.findLast(inRange)]) {
      if (end !== undefined && end > 0) ends.push(masterchainKey(end));
    }
  }
  return { published, done, ends };
}
