import { type BlockKey, blockKeyText, type BlockSource } from '@tonriver/block-source';
import type { Network } from '@tonriver/chain-model';
import type { EventProducer } from '@tonriver/event-log';
import type { Topic } from '@tonriver/events';
import type { Logger } from '@tonriver/logger';
import { createRoundBuilder, masterchainKey, type Round, type RoundBuilder } from './build-round.ts';
import { checkConflicts, KEYS_PER_LOOKUP, type StoredRootHashes } from './check-conflicts.ts';
import { checkBlock, type CheckedBlock } from './check-block.ts';
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
  const { source, topic, producer, progress } = dependencies;
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
    const round = await buildWhereAllowed(dependencies, builder, seqno, options).catch(async (error: unknown) => {
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
    state.partialBlocks = await publishPartialBlocks(dependencies, partial, options, batch, flush);
  }
  return state;
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

/** @returns undefined for a round that is not complete, when that is allowed */
async function buildWhereAllowed(
  { source, logger }: FetchArchiveDependencies,
  builder: RoundBuilder,
  seqno: number,
  { allowPartialRounds }: FetchArchiveOptions,
): Promise<Round | undefined> {
  try {
    const [masterchain, previous] = [await builder.masterchainBlock(seqno), await builder.masterchainBlock(seqno - 1)];
    if (masterchain === undefined) {
      const block = blockKeyText(masterchainKey(seqno));
      throw new FetchError('missing_block', `Masterchain block ${block} is missing`, { block });
    }
    if (previous === undefined && seqno !== 1) throw missingBefore(source, masterchain);
    return await builder.build(masterchain, previous);
  } catch (error) {
    if (!allowPartialRounds || !(error instanceof FetchError) || error.code !== 'missing_block') throw error;
    logger.debug('A round is not complete; its blocks go without it', { seqno, reason: error.message });
    return undefined;
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

/**
 * The blocks that lie in no complete round. With a range asked for, those of the masterchain outside of it are left
 * out; to which round a shard block would belong nothing in its key tells, see `isWanted`.
 */
function partialBlocksOf(
  source: BlockSource,
  { allowPartialRounds, from, to }: FetchArchiveOptions,
  inRounds: ReadonlySet<string>,
): readonly BlockKey[] {
  const hasRange = from !== undefined || to !== undefined;
  if (hasRange && !allowPartialRounds) return [];
  const outside = source
    .keys()
    .filter((key) => !inRounds.has(blockKeyText(key)))
    .filter(({ workchain, seqno }) => workchain !== -1 || ((from ?? 0) <= seqno && seqno <= (to ?? seqno)));
  const [first] = outside;
  if (first !== undefined && !allowPartialRounds) {
    const where = `${blockKeyText(first)} in ${source.originOf(first)}`;
    throw new FetchError(
      'incomplete_round',
      `${outside.length} block(s) of the source lie in no complete round, the first is ${where}: allow partial ` +
        'rounds (--allow-partial-rounds, ALLOW_PARTIAL_ROUNDS) to store them without their round',
      { block: blockKeyText(first), count: outside.length },
    );
  }
  return outside;
}

/** A shard block without its round counts to a range when the masterchain block that it was made under does. */
function isWanted({ block }: CheckedBlock, { from, to }: FetchArchiveOptions): boolean {
  const reference = block.info.masterRef?.seqno;
  if (reference === undefined) return true;
  return (from ?? 0) <= reference + 1 && (to === undefined || reference < to);
}

/**
 * Publishes blocks without their round, but for those that are stored: nothing else remembers that they were sent.
 *
 * @returns how many there are, those that are stored included
 */
async function publishPartialBlocks(
  { source, network, topic, storedRootHashes }: FetchArchiveDependencies,
  keys: readonly BlockKey[],
  options: FetchArchiveOptions,
  batch: ReturnType<typeof createRecordBatch>,
  flush: () => Promise<void>,
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
      batch.add([recordOfPartialBlock(block, topic)]);
      if (batch.isFull()) await flush();
    }
  }
  await flush();
  return count;
}
