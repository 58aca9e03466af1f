import { type BlockKey, blockKeyText, type BlockSource } from '@tonriver/block-source';
import type { Network } from '@tonriver/chain-model';
import type { EventProducer } from '@tonriver/event-log';
import type { Topic } from '@tonriver/events';
import type { Logger } from '@tonriver/logger';
import { createRoundBuilder, type Round, type RoundBuilder } from './build-round.ts';
import { checkConflicts, KEYS_PER_LOOKUP, type StoredRootHashes } from './check-conflicts.ts';
import { checkBlock } from './check-block.ts';
import { FetchError } from './fetch-error.ts';
import type { FetchProgress } from './fetch-progress.ts';
import { createRecordBatch, recordOfPartialBlock, recordsOfRound } from './publish-blocks.ts';
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

export interface FetchArchiveProgress {
  readonly roundsDone: number;
  readonly roundsTotal: number;
  readonly partialBlocks: number;
}

const BATCH_BYTES_MAX = 8 * 1024 * 1024;

/**
 * Publishes an archive: every complete round in order, each whole, then (when allowed) the blocks that lie in none.
 *
 * Resumes behind what was published. Without `allowPartialRounds` everything in the asked range must be there: a
 * missing masterchain or shard block, or blocks outside every round, stop it with an error.
 */
export async function fetchArchive(
  dependencies: FetchArchiveDependencies,
  options: FetchArchiveOptions,
  signal: AbortSignal,
): Promise<FetchArchiveProgress> {
  const { source, topic, producer, progress, logger } = dependencies;
  await checkConflicts(source, dependencies.storedRootHashes);
  const builder = createRoundBuilder(dependencies);
  const seqnos = seqnosToFetch(source, options);
  const batch = createRecordBatch(producer, topic, BATCH_BYTES_MAX);
  const inRounds = new Set<string>();
  let published = await progress.load();
  let unsaved: readonly SeqnoRange[] = published;
  const state = { roundsDone: 0, roundsTotal: seqnos.length, partialBlocks: 0 };
  const flush = async (): Promise<void> => {
    await batch.flush();
    dependencies.onPhase?.('publish');
    if (unsaved !== published) await progress.save(unsaved);
    published = unsaved;
    dependencies.onProgress({ ...state });
  };

  for (const seqno of seqnos) {
    if (signal.aborted) break;
    const round = await buildWhereAllowed(builder, seqno, options, logger).catch(async (error: unknown) => {
      // What was found whole before it is published: a bad block further on takes nothing from it.
      await flush();
      throw error;
    });
    if (round !== undefined) {
      for (const { key } of round.blocks) inRounds.add(blockKeyText(key));
      if (!containsSeqno(published, seqno)) {
        // A range begins where the round before is neither published nor about to be.
        batch.add(recordsOfRound(round, !containsSeqno(unsaved, seqno - 1), topic));
        unsaved = addRange(unsaved, { first: seqno, last: seqno });
      }
      state.roundsDone += 1;
    }
    if (!batch.isFull()) continue;
    await flush();
    await dependencies.awaitRoom(signal);
  }
  await flush();
  if (!signal.aborted) {
    const partial = partialBlocksOf(source, options, inRounds);
    state.partialBlocks = partial.length;
    await publishPartialBlocks(dependencies, partial, batch, flush);
  }
  return state;
}

function seqnosToFetch(source: BlockSource, { from, to }: FetchArchiveOptions): readonly number[] {
  const all = source.masterchainSeqnos();
  const wanted = all.filter((seqno) => seqno >= (from ?? 0) && seqno <= (to ?? Number.MAX_SAFE_INTEGER));
  if (all.length === 0 && source.keys().length === 0) {
    throw new FetchError('nothing_to_fetch', 'The source has no block. Are the paths right?');
  }
  if (wanted.length === 0 && all.length > 0 && (from !== undefined || to !== undefined)) {
    const range = `${all[0]} … ${all.at(-1)}`;
    throw new FetchError('nothing_to_fetch', `The source has no masterchain block in the range; it has ${range}`);
  }
  for (const end of [from, to]) {
    if (end !== undefined && !wanted.includes(end)) {
      throw new FetchError('missing_block', `Masterchain block ${end}, an end of the range asked for, is missing`);
    }
  }
  return wanted;
}

/** @returns undefined for a round that is not complete, when that is allowed */
async function buildWhereAllowed(
  builder: RoundBuilder,
  seqno: number,
  { allowPartialRounds }: FetchArchiveOptions,
  logger: Logger,
): Promise<Round | undefined> {
  try {
    const [masterchain, previous] = [await builder.masterchainBlock(seqno), await builder.masterchainBlock(seqno - 1)];
    if (masterchain === undefined) {
      throw new FetchError('missing_block', `Masterchain block ${seqno} is missing`, { seqno });
    }
    if (previous === undefined && seqno !== 1) {
      throw new FetchError(
        'missing_block',
        `Round ${seqno} needs masterchain block ${seqno - 1}, which is missing: start with --from ${seqno + 1}, ` +
          'or give --allow-partial-rounds to store its blocks without their round',
        { seqno: seqno - 1 },
      );
    }
    return await builder.build(masterchain, previous);
  } catch (error) {
    if (!allowPartialRounds || !(error instanceof FetchError) || error.code !== 'missing_block') throw error;
    logger.debug('A round is not complete; its blocks go without it', { seqno, reason: error.message });
    return undefined;
  }
}

/** The blocks that lie in no complete round. */
function partialBlocksOf(
  source: BlockSource,
  { allowPartialRounds, from, to }: FetchArchiveOptions,
  inRounds: ReadonlySet<string>,
): readonly BlockKey[] {
  // With a range asked for, blocks outside of it are not wanted; which shard blocks these are only rounds can tell.
  if (from !== undefined || to !== undefined) return [];
  const outside = source.keys().filter((key) => !inRounds.has(blockKeyText(key)));
  const [first] = outside;
  if (first !== undefined && !allowPartialRounds) {
    throw new FetchError(
      'incomplete_round',
      `${outside.length} block(s) of the source lie in no complete round, the first is ${blockKeyText(first)}: ` +
        'give --allow-partial-rounds to store them without their round',
      { block: blockKeyText(first), count: outside.length },
    );
  }
  return outside;
}

/** Publishes blocks without their round, but for those that are stored: nothing else remembers that they were sent. */
async function publishPartialBlocks(
  { source, network, topic, storedRootHashes }: FetchArchiveDependencies,
  keys: readonly BlockKey[],
  batch: ReturnType<typeof createRecordBatch>,
  flush: () => Promise<void>,
): Promise<void> {
  for (let start = 0; start < keys.length; start += KEYS_PER_LOOKUP) {
    const chunk = keys.slice(start, start + KEYS_PER_LOOKUP);
    const stored = await storedRootHashes(chunk);
    for (const key of chunk) {
      const name = blockKeyText(key);
      if (stored.has(name)) continue;
      const found = await source.block(key);
      if (found === undefined) throw new FetchError('missing_block', `Block ${name} is gone from its source`);
      batch.add([recordOfPartialBlock(checkBlock(found, network), topic)]);
      if (batch.isFull()) await flush();
    }
  }
  await flush();
}
