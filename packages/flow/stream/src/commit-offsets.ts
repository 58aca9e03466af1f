import type { Logger } from '@tonriver/logger';
import { beatWhile } from '@tonriver/telemetry';
import type { LogBatch } from './event-log.ts';
import { EventLogError } from './event-log-error.ts';
import type { DonePrefix } from './offset-ledger.ts';

/** Offsets that may move. What cannot be committed now is tried again; what has gone to others is left to them. */
export interface OffsetCommits {
  /** Puts them on the list. */
  add(done: readonly DonePrefix[]): void;
  /** Commits what is on the list. */
  commit(): Promise<void>;
}

export function createOffsetCommits({
  logger,
  beat,
}: {
  readonly logger: Logger;
  readonly beat?: (() => void) | undefined;
}): OffsetCommits {
  /** Partition → the newest that is not committed yet. */
  const waiting = new Map<number, { readonly batch: LogBatch; readonly offset: bigint }>();
  const tryCommit = async (batch: LogBatch, offset: bigint): Promise<boolean> => {
    try {
      await batch.commit(offset);
      return true;
    } catch (error) {
      if (!(error instanceof EventLogError)) throw error;
      const isGone = error.code === 'partition_revoked';
      if (!isGone && !error.isRetryable) throw error;
      // What is not committed is delivered again, to the same rows.
      logger.warn('Offsets could not be committed', { partition: batch.partition, offset, error });
      return isGone;
    }
  };
  return {
    add(done) {
      for (const { partition, offset, batch } of done) {
        if (batch !== undefined) waiting.set(partition, { batch, offset });
      }
    },
    async commit() {
      for (const [partition, { batch, offset }] of waiting) {
        const isOver = !batch.isCurrent() || (await beatWhile(tryCommit(batch, offset), beat));
        if (isOver) waiting.delete(partition);
      }
    },
  };
}
