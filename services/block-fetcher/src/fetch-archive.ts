import { type BlockKey, blockKeyText, type BlockSource } from '@tonriver/block-source';
import type { Network } from '@tonriver/chain-model';
import type { EventProducer } from '@tonriver/stream';
import type { Topic } from '@tonriver/events';
import type { Logger } from '@tonriver/logger';
import { createRoundBuilder, masterchainKey, type Round, type RoundBuilder } from './build-round.ts';
import { checkConflicts, type StoredRootHashes } from './check-conflicts.ts';
import type { CheckedBlock } from './check-block.ts';
import { FetchError } from './fetch-error.ts';
import type { FetchProgress } from './fetch-progress.ts';
import type { FetchArchiveProgress, FetchArchiveResult, WaitingRound } from './fetch-result.ts';
import { loadPublished } from './load-published.ts';
import { blocksOutside, publishPartialBlocks } from './partial-blocks.ts';
import { createRecordBatch, recordsOfRound } from './publish-blocks.ts';
import { knownEnd, type RoundRuns } from './round-runs.ts';
import { addRange, containsSeqno, type SeqnoRange } from './seqno-ranges.ts';

export interface FetchArchiveDependencies {
  readonly source: BlockSource;
  readonly network: Network;
  readonly producer: EventProducer;
  readonly topic: Topic;
  readonly progress: FetchProgress;
  readonly storedRootHashes: StoredRootHashes;
  /** Resolves when the log has room for more: readers may be slower than an archive. */
  readonly awaitRoom: (signal: AbortSignal) => Promise<void>;
  readonly logger: Logger;
  readonly onProgress: (progress: FetchArchiveProgress) => void;
  /** Called when blocks are published and the progress is not saved: for tests that kill the process there. */
  readonly onPhase?: (phase: 'publish') => void;
}

export interface FetchArchiveOptions {
  /** First and last round; absent: what the source has. */
  readonly from?: number;
  readonly to?: number;
  /** Publishes blocks that lie in no complete round, instead of stopping at them. */
  readonly allowPartialRounds: boolean;
}

const BATCH_BYTES_MAX = 8 * 1024 * 1024;

/**
 * Publishes an archive: every complete round in order, each whole, then (when allowed) the blocks that lie in none.
 *
 * Looks first at what is published, and reads nothing of it again but the masterchain blocks at its ends. Without
 * `allowPartialRounds` the first round that is not whole ends it: everything before is published, nothing behind, and
 * the result says what that round waits for. Memory does not grow with the number of rounds.
 *
 * @throws {FetchError} for what is wrong with the source rather than missing, or when it has no complete round at all
 */
export async function fetchArchive(
  dependencies: FetchArchiveDependencies,
  options: FetchArchiveOptions,
  signal: AbortSignal,
): Promise<FetchArchiveResult> {
  const { source, topic, producer, progress, storedRootHashes } = dependencies;
  const seqnos = seqnosToFetch(source, options);
  const builder = createRoundBuilder(dependencies);
  const { published: alreadyPublished, done, ends } = await loadPublished(dependencies, builder);
  const others = source.keys().filter((key) => !done.hasBlock(key));
  await checkConflicts(source, storedRootHashes, [...ends, ...others]);
  const batch = createRecordBatch(producer, topic, BATCH_BYTES_MAX);
  let published = alreadyPublished;
  let unsaved: readonly SeqnoRange[] = published;
  let waiting: WaitingRound | undefined;
  const state = { roundsDone: 0, roundsTotal: seqnos.length, partialBlocks: 0 };
  const flush = async (): Promise<void> => {
    await batch.flush();
    dependencies.onPhase?.('publish');
    if (unsaved !== published) await progress.save(unsaved);
    published = unsaved;
    dependencies.onProgress({ ...state });
  };

  for (const [index, seqno] of seqnos.entries()) {
    if (signal.aborted) break;
    if (!done.hasRound(seqno)) {
      const round = await buildOrSay(dependencies, builder, seqno).catch(async (error: unknown) => {
        // What was found whole before it is published: a bad block further on takes nothing from it.
        await flush();
        throw error;
      });
      if (round instanceof FetchError) {
        if (options.allowPartialRounds) continue;
        waiting = { seqno, reason: round, roundsBehind: seqnos.length - index - 1 };
        break;
      }
      // A range begins where the round before is neither published nor about to be.
      batch.add(recordsOfRound(round, !containsSeqno(unsaved, seqno - 1), topic));
      unsaved = addRange(unsaved, { first: seqno, last: seqno });
      done.add({ first: seqno, last: seqno, before: knownEnd(round.topsBefore), after: knownEnd(round.topsAfter) });
    }
    state.roundsDone += 1;
    if (!batch.isFull()) continue;
    await flush();
    await dependencies.awaitRoom(signal);
  }
  await flush();
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
  state.partialBlocks = await publishPartialBlocks(dependencies, outside, options, batch, flush);
  return { ...state, published };
}

/** Blocks of which nothing in the source tells whether they were published in their round: they are left alone. */
function tellUndecided({ logger }: FetchArchiveDependencies, keys: readonly BlockKey[], done: RoundRuns): void {
  const undecided = keys.filter((key) => !done.hasBlock(key) && done.mayHaveBlock(key));
  const [first] = undecided;
  if (first === undefined) return;
  logger.info('Shard blocks may be published in their round: the source lacks the masterchain blocks that tell', {
    count: undecided.length,
    first: blockKeyText(first),
  });
}

function seqnosToFetch(source: BlockSource, { from, to }: FetchArchiveOptions): readonly number[] {
  const all = source.masterchainSeqnos();
  const wanted = all.filter((seqno) => seqno >= (from ?? 0) && seqno <= (to ?? Number.MAX_SAFE_INTEGER));
  if (all.length === 0 && source.keys().length === 0) {
    throw new FetchError('nothing_to_fetch', 'The source has no block. Are the paths right?');
  }
  if (from !== undefined && to !== undefined && to < from) {
    throw new FetchError('nothing_to_fetch', `The range asked for is empty: from ${from} to ${to}`, { from, to });
  }
  const range = all.length === 0 ? 'no masterchain block' : `masterchain blocks ${all[0]} … ${all.at(-1)}`;
  if (wanted.length === 0 && (from !== undefined || to !== undefined)) {
    throw new FetchError('nothing_to_fetch', `The source has no masterchain block in the range; it has ${range}`);
  }
  for (const end of [from, to]) {
    if (end === undefined || wanted.includes(end)) continue;
    const block = blockKeyText(masterchainKey(end));
    throw new FetchError(
      'missing_block',
      `Masterchain block ${block}, an end of the range asked for, is missing; the source has ${range}`,
      { block },
    );
  }
  return wanted;
}

/** @returns what is missing, for a round that is not complete; what is wrong is thrown */
async function buildOrSay(
  { source, logger }: FetchArchiveDependencies,
  builder: RoundBuilder,
  seqno: number,
): Promise<Round | FetchError> {
  try {
    const [masterchain, previous] = [await builder.masterchainBlock(seqno), await builder.masterchainBlock(seqno - 1)];
    if (masterchain === undefined) {
      const block = blockKeyText(masterchainKey(seqno));
      throw new FetchError('missing_block', `Masterchain block ${block} is missing`, { block });
    }
    if (previous === undefined && seqno !== 1) throw missingBefore(source, masterchain);
    return await builder.build(masterchain, previous);
  } catch (error) {
    if (!(error instanceof FetchError) || error.code !== 'missing_block') throw error;
    logger.debug('A round is not complete', { seqno, reason: error.message });
    return error;
  }
}

function missingBefore(source: BlockSource, { key, origin }: CheckedBlock): FetchError {
  const block = blockKeyText(masterchainKey(key.seqno - 1));
  const canStartLater = source.rootHashOf(masterchainKey(key.seqno + 1)) !== undefined;
  const later = canStartLater ? `start with round ${key.seqno + 1} (--from, FROM), or ` : '';
  return new FetchError(
    'missing_block',
    `Round ${key.seqno} needs masterchain block ${block}, which is missing; ${origin} names it. Add it, or ` +
      `${later}allow partial rounds (--allow-partial-rounds, ALLOW_PARTIAL_ROUNDS) to store blocks without their round`,
    { block, namedBy: blockKeyText(key), origin },
  );
}
