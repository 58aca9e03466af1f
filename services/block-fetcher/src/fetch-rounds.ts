import { type BlockSource, type CheckedBlock, isListed, onlyFinal } from '@tonriver/chain-source';
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
  /** Resolves when the readers of the log are not far behind. An archive can be read faster than parsed. */
  readonly awaitRoom: (signal: AbortSignal) => Promise<void>;
  readonly logger: Logger;
  readonly onProgress: (progress: FetchRoundsProgress) => void;
  /** Called with every block of a round before its record is sent. */
  readonly onChecked?: (block: CheckedBlock) => void;
  /** Reports the state of a source that grows. */
  readonly watch?: SourceWatch;
  /** Called after blocks are published and before the progress is saved. Tests kill the process there. */
  readonly onPhase?: (phase: 'publish') => void;
}

export interface FetchRoundsOptions {
  /** First and last round; absent: what the source has. */
  readonly from?: number;
  readonly to?: number;
  /** Also publishes blocks that lie in no complete round. For sources that have ended. */
  readonly allowPartialRounds: boolean;
  /** How long to wait for one missing block of a source that grows. */
  readonly missingMsMax?: number;
  /** See `followRounds`. */
  readonly namingMsMax?: number;
}

/**
 * Publishes the complete rounds of a source in order. A source that has ended is published to its end, with the partial
 * blocks when they are allowed. A source that grows is followed until the signal aborts.
 *
 * Of rounds that are already published, only masterchain blocks at the ends of their ranges are read. The first
 * incomplete round ends the work, at once or after `missingMsMax`: all rounds before it are published, none behind it,
 * and the result says which block it waits for. Memory does not grow with the number of rounds.
 *
 * @throws {ChainError} when a block is invalid or contradicts others, or when the first round of all is incomplete
 * @throws {FetchError} when the source has another chain than the stored one, or nothing of the requested range
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
