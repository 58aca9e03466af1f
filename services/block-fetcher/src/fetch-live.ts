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
import { createRoundRuns, knownTops, type RoundRuns, unknownTops } from './round-runs.ts';
import { refuseEmptyRange } from './seqnos-to-fetch.ts';

/** Long enough for someone who copies files by hand. A missing block is logged much earlier. */
const MISSING_MS_MAX = 60 * 60_000;

/**
 * Follows a source that grows: publishes its rounds, then waits for more. Waits for a missing block for at most
 * `missingMsMax`. Published rounds are not read again: the saved progress says where to continue.
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
  const publish = async (round: Round): Promise<void> => {
    publisher.add(round);
    conflicts.add(round);
    done.add({
      first: round.seqno,
      last: round.seqno,
      before: knownTops(round.topsBefore),
      after: knownTops(round.topsAfter),
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
      await publish(step.round);
      continue;
    }
    // No further round is ready, so the collected ones are sent now.
    await publisher.flush();
    if (step.kind === 'broken') throw step.error;
    watch?.report(step);
    const waiting = waitingTooLong(step, missingMsMax);
    if (waiting !== undefined) return { ...stateNow(), published: publisher.published, waiting };
    await dependencies.awaitRoom(signal);
  }
  await publisher.flush();
  return { ...stateNow(), published: publisher.published };
}

/** Returns the round that waits in vain: the source has ended, or the wait has taken `msMax`. */
function waitingTooLong(
  step: Exclude<ChainStep, { kind: 'round' | 'broken' }>,
  msMax: number,
): WaitingRound | undefined {
  if (step.kind === 'caught_up') return undefined;
  const { seqno, reason, head, waitedMs }: IncompleteRound = step;
  if (!head.hasEnded && waitedMs < msMax) return undefined;
  return { seqno, reason, roundsBehind: Math.max(0, head.lastSeqno - seqno), waitedMs };
}

function runsOf(published: FetchRoundsResult['published']): RoundRuns {
  const runs = createRoundRuns();
  for (const { first, last } of published) runs.add({ first, last, before: unknownTops, after: unknownTops });
  return runs;
}

/** Checks the first and last published blocks against a source that lists its blocks, which needs no reading. */
async function checkEnds({ source, storedRootHashes }: FetchRoundsDependencies, done: RoundRuns): Promise<void> {
  if (!isListed(source)) return;
  const ends = done.runs.flatMap(({ first, last }) => [masterchainKey(first), masterchainKey(last)]);
  await checkConflicts(source, storedRootHashes, ends);
}

/** Counts the published rounds among those between the first and the newest of the source. */
function progressOf(published: FetchRoundsResult['published'], head: SourceHead, { from, to }: FetchRoundsOptions) {
  const first = Math.max(from ?? 0, Math.min(head.firstSeqno, published[0]?.first ?? head.firstSeqno));
  const last = Math.min(head.lastSeqno, to ?? head.lastSeqno);
  const roundsDone = published.reduce((sum, range) => {
    return sum + Math.max(0, Math.min(range.last, last) - Math.max(range.first, first) + 1);
  }, 0);
  return { roundsDone, roundsTotal: Math.max(roundsDone, last - first + 1), partialBlocks: 0 };
}
