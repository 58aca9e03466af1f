import type { Logger } from '@tonriver/logger';
import type { FetchReporter } from './fetch-reporter.ts';
import { type FetchRoundsResult, throwOnHole } from './fetch-result.ts';

export interface FetchUntilDoneParts {
  readonly fetch: (signal: AbortSignal) => Promise<FetchRoundsResult>;
  readonly reporter: Pick<FetchReporter, 'done'>;
  /** False for a supervisor that starts every process again that ends: it would start this one for ever. */
  readonly exitWhenDone: boolean;
  /** Stops the process. */
  readonly stop: () => void;
  readonly logger: Logger;
}

/**
 * The work of the fetcher's process: publishes what there is, reports it, and stops the process unless it is to go on.
 *
 * @throws {ChainError} when the source has a hole
 */
export async function fetchUntilDone(parts: FetchUntilDoneParts, signal: AbortSignal): Promise<void> {
  const { fetch, reporter, exitWhenDone, stop, logger } = parts;
  const result = await fetch(signal);
  if (!signal.aborted) {
    reporter.done(result);
    throwOnHole(result);
  }
  if (exitWhenDone) stop();
  else if (!signal.aborted) logger.info('Nothing is left to publish. The process runs on (EXIT_WHEN_DONE=false)');
}
