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
import { blocksOutside, publishPartialBlocks } from './partial-blocks.ts';
import { createRoundPublisher } from './round-publisher.ts';
import { knownEnd, type RoundRuns } from './round-runs.ts';
import { seqnosToFetch } from './seqnos-to-fetch.ts';

export interface FetchEndedDependencies extends FetchRoundsDependencies {
  readonly source: ListedBlockSource;
}

/** Publishes a source that has ended and knows all its blocks: what is missing in it stays missing. */
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
      // What was found whole before it is published: a bad block further on takes nothing from it.
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
    done.add({ first: seqno, last: seqno, before: knownEnd(topsBefore), after: knownEnd(topsAfter) });
    state.roundsDone = indexAtLeast(seqnos, seqno) + 1 - incomplete;
    if (!publisher.batch.isFull()) continue;
    await publisher.flush();
    await dependencies.awaitRoom(signal);
  }
  // Rounds that were published before are passed over without a word.
  if (waiting === undefined && !signal.aborted) state.roundsDone = seqnos.length - incomplete;
  await publisher.flush();
  const { published } = publisher;
  if (waiting !== undefined) {
    if (state.roundsDone === 0) throw waiting.reason;
    return { ...state, published, waiting };
  }
  if (signal.aborted) return { ...state, published };
  const outside = blocksOutside(source, options, done);
  tellUndecided(dependencies, others, done);
  if (!options.allowPartialRounds) {
    const [first] = outside;
    if (first === undefined) return { ...state, published };
    return { ...state, published, outside: { count: outside.length, first, origin: source.originOf(first) } };
  }
  state.partialBlocks = await publishPartialBlocks(dependencies, outside, options, publisher);
  return { ...state, published: publisher.published };
}

/** Blocks of which nothing in the source tells whether they were published in their round: they are left alone. */
function tellUndecided({ logger }: FetchEndedDependencies, keys: readonly BlockKey[], done: RoundRuns): void {
  const undecided = keys.filter((key) => !done.hasBlock(key) && done.mayHaveBlock(key));
  const [first] = undecided;
  if (first === undefined) return;
  logger.info('Shard blocks may be published in their round: the source lacks the masterchain blocks that tell', {
    count: undecided.length,
    first: blockKeyText(first),
  });
}
