import type { Logger } from '@tonriver/logger';
import { beatWhile, type SignsOfLife } from './beat-while.ts';
import type { LogBatch } from './event-log.ts';
import { EventLogError } from './event-log-error.ts';
import type { DonePrefix } from './offset-ledger.ts';

/** Offsets to commit. A commit that fails for the moment is repeated; one of a lost partition is dropped. */
export interface OffsetCommits {
  /** Adds offsets to the list. */
  add(done: readonly DonePrefix[]): void;
  /** Tries to commit every offset on the list once. */
  commit(): Promise<void>;
}

export function createOffsetCommits({
  logger,
  ...signsOfLife
}: SignsOfLife & { readonly logger: Logger }): OffsetCommits {
  /** Partition → its newest uncommitted offset. */
  const waiting = new Map<number, { readonly batch: LogBatch; readonly offset: bigint }>();
  const tryCommit = async (batch: LogBatch, offset: bigint): Promise<boolean> => {
    try {
      await batch.commit(offset);
      return true;
    } catch (error) {
      if (!(error instanceof EventLogError)) throw error;
      const isRevoked = error.code === 'partition_revoked';
      if (!isRevoked && !error.isRetryable) throw error;
      // Records that are not committed come again and make the same rows.
      logger.warn('Offsets could not be committed', { partition: batch.partition, offset, error });
      return isRevoked;
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
        const isOver = !batch.isCurrent() || (await beatWhile(tryCommit(batch, offset), signsOfLife));
        if (isOver) waiting.delete(partition);
      }
    },
  };
}
