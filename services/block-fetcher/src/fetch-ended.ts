import {
  type BlockKey,
  blockKeyText,
  createRoundBuilder,
  followRounds,
  indexAtLeast,
  type ListedBlockSource,
  readAhead,
} from '@tonriver/chain-source';
import { checkConflicts } from './check-conflicts.ts';
import type { FetchRoundsDependencies, FetchRoundsOptions } from './fetch-rounds.ts';
import type { FetchRoundsResult, WaitingRound } from './fetch-result.ts';
import { loadPublished } from './load-published.ts';
import { partialBlocksOf, publishPartialBlocks } from './partial-blocks.ts';
import { createRoundPublisher } from './round-publisher.ts';
import { knownTops, type RoundRuns } from './round-runs.ts';
import { seqnosToFetch } from './seqnos-to-fetch.ts';

export interface FetchEndedDependencies extends FetchRoundsDependencies {
  readonly source: ListedBlockSource;
}

/** Publishes a source that has ended and lists all its blocks. A block that it lacks will not come. */
export async function fetchEnded(
  dependencies: FetchEndedDependencies,
  options: FetchRoundsOptions,
  signal: AbortSignal,
): Promise<FetchRoundsResult> {
  const { source, network, storedRootHashes, logger } = dependencies;
  const seqnos = seqnosToFetch(source, options);
  const { source: readingAhead, expect } = readAhead(source);
  const builder = createRoundBuilder({ source: readingAhead, network });
  const { published: alreadyPublished, done, ends } = await loadPublished(dependencies, builder);
  const others = source.keys().filter((key) => !done.hasBlock(key));
  await checkConflicts(source, storedRootHashes, [...ends, ...others]);
  const state = { roundsDone: 0, roundsTotal: seqnos.length, partialBlocks: 0 };
  const onFlushed = (): void => dependencies.onProgress({ ...state });
  const publisher = createRoundPublisher({ ...dependencies, onFlushed }, alreadyPublished);
  let incomplete = 0;
  let waiting: WaitingRound | undefined;

  const wanted = { ...options, runOf: (seqno: number) => done.runOf(seqno) };
  for await (const step of followRounds({ source, builder, wanted, expect }, signal)) {
    if (step.kind === 'broken') {
      // The rounds before a bad block are published.
      await publisher.flush();
      throw step.error;
    }
    if (step.kind === 'incomplete') {
      const { seqno, reason } = step;
      logger.debug('A round is not complete', { seqno, reason: reason.message });
      const index = indexAtLeast(seqnos, seqno);
      incomplete += 1;
      if (options.allowPartialRounds) continue;
      state.roundsDone = index;
      waiting = { seqno, reason, roundsBehind: seqnos.length - index - 1 };
      break;
    }
    if (step.kind === 'caught_up') continue;
    const { round } = step;
    publisher.add(round);
    const { seqno, topsBefore, topsAfter } = round;
    done.add({ first: seqno, last: seqno, before: knownTops(topsBefore), after: knownTops(topsAfter) });
    state.roundsDone = indexAtLeast(seqnos, seqno) + 1 - incomplete;
    if (!publisher.batch.isFull()) continue;
    await publisher.flush();
    await dependencies.awaitRoom(signal);
  }
  // No step is made for rounds that were published earlier.
  if (waiting === undefined && !signal.aborted) state.roundsDone = seqnos.length - incomplete;
  await publisher.flush();
  const { published } = publisher;
  if (waiting !== undefined) {
    if (state.roundsDone === 0) throw waiting.reason;
    return { ...state, published, waiting };
  }
  if (signal.aborted) return { ...state, published };
  const partial = partialBlocksOf(source, options, done);
  logUndecidedBlocks(dependencies, others, done);
  if (!options.allowPartialRounds) {
    const [first] = partial;
    if (first === undefined) return { ...state, published };
    return { ...state, published, skipped: { count: partial.length, first, origin: source.originOf(first) } };
  }
  state.partialBlocks = await publishPartialBlocks(dependencies, partial, options, publisher);
  return { ...state, published: publisher.published };
}

/** Logs the blocks that may have been published in their round or not. They are not published. */
function logUndecidedBlocks({ logger }: FetchEndedDependencies, keys: readonly BlockKey[], done: RoundRuns): void {
  const undecided = keys.filter((key) => !done.hasBlock(key) && done.mayHaveBlock(key));
  const [first] = undecided;
  if (first === undefined) return;
  const text =
    'Some shard blocks are not published: they may be part of published rounds, but the source lacks the masterchain ' +
    'blocks that would show it';
  logger.info(text, {
    count: undecided.length,
    first: blockKeyText(first),
  });
}
