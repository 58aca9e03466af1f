import type { Logger } from '@tonriver/logger';
import type { Metrics } from '@tonriver/telemetry';
import { type FetchRoundsProgress, type FetchRoundsResult, hasHole, unpublishedText } from './fetch-result.ts';

/** Reports how much of a source is published, to the log and the metrics. */
export interface FetchReporter {
  readonly onProgress: (progress: FetchRoundsProgress) => void;
  readonly done: (result: FetchRoundsResult) => void;
}

const LOG_INTERVAL_MS = 5000;

export function createFetchReporter(dependencies: {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly now?: () => number;
}): FetchReporter {
  const { logger, metrics, now = () => performance.now() } = dependencies;
  const rounds = metrics.gauge('tonriver_fetch_rounds', 'Rounds of the source that are published');
  const startMs = now();
  let loggedMs = startMs;
  let loggedRounds = 0;
  const fieldsOf = ({ roundsDone, roundsTotal, partialBlocks }: FetchRoundsProgress) => {
    const seconds = Math.max(1, now() - startMs) / 1000;
    const rate = roundsDone / seconds;
    return {
      roundsDone,
      roundsTotal,
      partialBlocks,
      roundsPerSecond: Math.round(rate * 10) / 10,
      secondsLeft: rate === 0 ? undefined : Math.ceil((roundsTotal - roundsDone) / rate),
    };
  };
  return {
    onProgress(progress) {
      rounds.set(progress.roundsDone);
      // No entry without progress.
      if (now() - loggedMs < LOG_INTERVAL_MS || progress.roundsDone === loggedRounds) return;
      loggedMs = now();
      loggedRounds = progress.roundsDone;
      logger.info('Progress', fieldsOf(progress));
    },
    done(result) {
      rounds.set(result.roundsDone);
      const unpublished = unpublishedText(result);
      if (unpublished === undefined) logger.info('All rounds of the source are published', fieldsOf(result));
      // For a hole, the process logs the error with which it ends.
      else if (!hasHole(result)) logger.warn(unpublished, { ...fieldsOf(result), waitingRound: result.waiting?.seqno });
    },
  };
}
