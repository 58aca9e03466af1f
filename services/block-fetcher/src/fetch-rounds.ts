import { type BlockSource, isListed, onlyFinal } from '@tonriver/chain-source';
import type { Network } from '@tonriver/chain-model';
import type { EventProducer } from '@tonriver/stream';
import type { Topic } from '@tonriver/events';
import type { Logger } from '@tonriver/logger';
import type { StoredRootHashes } from './check-conflicts.ts';
import { fetchEnded } from './fetch-ended.ts';
import { fetchLive } from './fetch-live.ts';
import type { FetchProgress } from './fetch-progress.ts';
import type { FetchRoundsProgress, FetchRoundsResult } from './fetch-result.ts';
import type { SourceWatch } from './source-watch.ts';

export interface FetchRoundsDependencies {
  readonly source: BlockSource;
  readonly network: Network;
  readonly producer: EventProducer;
  readonly topic: Topic;
  readonly progress: FetchProgress;
  readonly storedRootHashes: StoredRootHashes;
  /** Resolves when the log has room for more: readers may be slower than an archive. */
  readonly awaitRoom: (signal: AbortSignal) => Promise<void>;
  readonly logger: Logger;
  readonly onProgress: (progress: FetchRoundsProgress) => void;
  /** Told how a source that goes on stands, and whether a round waits for a block. */
  readonly watch?: SourceWatch;
  /** Called when blocks are published and the progress is not saved: for tests that kill the process there. */
  readonly onPhase?: (phase: 'publish') => void;
}

export interface FetchRoundsOptions {
  /** First and last round; absent: what the source has. */
  readonly from?: number;
  readonly to?: number;
  /** Publishes blocks that lie in no complete round, instead of stopping at them. For sources that have ended. */
  readonly allowPartialRounds: boolean;
  /** How long a source that goes on is waited for, at one missing block. */
  readonly missingMsMax?: number;
  /** See `followRounds`. */
  readonly namingMsMax?: number;
}

/**
 * Publishes the rounds of a source: every complete round in order, each whole. One that has ended is published to its
 * end, with (when allowed) the blocks that lie in no round; one that goes on is followed until the signal aborts.
 *
 * Looks first at what is published, and reads nothing of it again but masterchain blocks at its ends. The first round
 * that is not whole ends it, at once or after `missingMsMax`: everything before is published, nothing behind, and the
 * result says what that round waits for. Memory does not grow with the number of rounds.
 *
 * @throws {ChainError} for what is wrong with the chain rather than missing
 * @throws {FetchError} for another chain than the stored one, or when there is no complete round at all
 */
export async function fetchRounds(
  dependencies: FetchRoundsDependencies,
  options: FetchRoundsOptions,
  signal: AbortSignal,
): Promise<FetchRoundsResult> {
  const source = onlyFinal(dependencies.source);
  const { hasEnded } = await source.head();
  if (hasEnded && isListed(source)) return await fetchEnded({ ...dependencies, source }, options, signal);
  return await fetchLive({ ...dependencies, source }, options, signal);
}
