import {
  type ChainStep,
  createRoundBuilder,
  followRounds,
  type IncompleteRound,
  isListed,
  masterchainKey,
  readAhead,
  type Round,
  type SourceHead,
} from '@tonriver/chain-source';
import { checkConflicts, createRoundConflicts } from './check-conflicts.ts';
import type { FetchRoundsDependencies, FetchRoundsOptions } from './fetch-rounds.ts';
import type { FetchRoundsResult, WaitingRound } from './fetch-result.ts';
import { createRoundPublisher } from './round-publisher.ts';
import { createRoundRuns, knownEnd, type RoundRuns, unknownEnd } from './round-runs.ts';
import { refuseEmptyRange } from './seqnos-to-fetch.ts';

/** Long enough for whoever copies files by hand; what is missing is told long before. */
const MISSING_MS_MAX = 60 * 60_000;

/**
 * Follows a source that goes on: publishes what is there, then waits for more. Where a block is missing it waits too,
 * for `missingMsMax`. Rounds that are published are not read again: what was published says where to go on.
 */
export async function fetchLive(
  dependencies: FetchRoundsDependencies,
  options: FetchRoundsOptions,
  signal: AbortSignal,
): Promise<FetchRoundsResult> {
  const { source, network, storedRootHashes, progress, watch } = dependencies;
  const { missingMsMax = MISSING_MS_MAX } = options;
  refuseEmptyRange(options);
  const alreadyPublished = await progress.load();
  const done = runsOf(alreadyPublished);
  await checkEnds(dependencies, done);
  const { source: readingAhead, expect } = readAhead(source);
  const builder = createRoundBuilder({ source: readingAhead, network });
  const conflicts = createRoundConflicts(storedRootHashes);
  let head = await source.head();
  const stateNow = () => progressOf(publisher.published, head, options);
  const onFlushed = (): void => dependencies.onProgress(stateNow());
  const publisher = createRoundPublisher(
    { ...dependencies, beforeSend: () => conflicts.check(), onFlushed },
    alreadyPublished,
  );
  const take = async (round: Round): Promise<void> => {
    publisher.add(round);
    conflicts.add(round);
    done.add({
      first: round.seqno,
      last: round.seqno,
      before: knownEnd(round.topsBefore),
      after: knownEnd(round.topsAfter),
    });
    if (!publisher.batch.isFull()) return;
    await publisher.flush();
    await dependencies.awaitRoom(signal);
  };
  const wanted = { ...options, runOf: (seqno: number) => done.runOf(seqno) };
  const naming = options.namingMsMax === undefined ? {} : { namingMsMax: options.namingMsMax };
  for await (const step of followRounds({ source, builder, wanted, expect, ...naming }, signal)) {
    if (step.kind !== 'broken') head = step.head;
    if (step.kind === 'round') {
      await take(step.round);
      continue;
    }
    // Nothing more is at hand: readers get what there is.
    await publisher.flush();
    if (step.kind === 'broken') throw step.error;
    watch?.waits(step);
    const waiting = endOfWaiting(step, missingMsMax);
    if (waiting !== undefined) return { ...stateNow(), published: publisher.published, waiting };
    await dependencies.awaitRoom(signal);
  }
  await publisher.flush();
  return { ...stateNow(), published: publisher.published };
}

/** Tells of a wait that is over because nothing more comes, or because it took too long. */
function endOfWaiting(step: Exclude<ChainStep, { kind: 'round' | 'broken' }>, msMax: number): WaitingRound | undefined {
  if (step.kind === 'caught_up') return undefined;
  const { seqno, reason, head, waitedMs }: IncompleteRound = step;
  if (!head.hasEnded && waitedMs < msMax) return undefined;
  return { seqno, reason, roundsBehind: Math.max(0, head.lastSeqno - seqno), waitedMs };
}

function runsOf(published: FetchRoundsResult['published']): RoundRuns {
  const runs = createRoundRuns();
  for (const { first, last } of published) runs.add({ first, last, before: unknownEnd, after: unknownEnd });
  return runs;
}

/** A source with a list tells without being read whether the ends of what is published are its blocks. */
async function checkEnds({ source, storedRootHashes }: FetchRoundsDependencies, done: RoundRuns): Promise<void> {
  if (!isListed(source)) return;
  const ends = done.runs.flatMap(({ first, last }) => [masterchainKey(first), masterchainKey(last)]);
  await checkConflicts(source, storedRootHashes, ends);
}

/** How far it is: of the rounds between the first one and the newest of the source. */
function progressOf(published: FetchRoundsResult['published'], head: SourceHead, { from, to }: FetchRoundsOptions) {
  const first = Math.max(from ?? 0, Math.min(head.firstSeqno, published[0]?.first ?? head.firstSeqno));
  const last = Math.min(head.lastSeqno, to ?? head.lastSeqno);
  const roundsDone = published.reduce((sum, range) => {
    return sum + Math.max(0, Math.min(range.last, last) - Math.max(range.first, first) + 1);
  }, 0);
  return { roundsDone, roundsTotal: Math.max(roundsDone, last - first + 1), partialBlocks: 0 };
}
