import {
  type BlockTables,
  byteLengthOf,
  createBlockTables,
  resetTables,
  tablesInWriteOrder,
} from '@tonriver/block-rows';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { EventLogError, type EventProducer, type LogBatch } from '@tonriver/stream';
import type { EventRecord, Topic } from '@tonriver/events';
import type { Logger } from '@tonriver/logger';

/** Rows that may wait for the next flush. */
const waitingBytesMax = 128 * 1024 * 1024;

/** Moments of a flush, in order: for tests that kill the process at each of them. */
export type ParserPhase = 'insert' | 'inserted' | 'commit';

export interface BlockWriterDependencies {
  readonly store: ClickHouseStore;
  readonly producer: EventProducer;
  readonly parsedRounds: Topic;
  readonly logger: Logger;
  readonly onPhase?: (phase: ParserPhase) => void;
}

/** Rows of blocks on their way to one insert per table, and the offsets that may move once they are there. */
interface Pending {
  readonly tables: BlockTables;
  readonly announcements: EventRecord[];
  /** Partition → the newest batch whose records are all among the rows, up to the offset. */
  readonly offsets: Map<number, { readonly batch: LogBatch; readonly offset: bigint }>;
  blockCount: number;
}

/**
 * Collects rows and writes them: look-ups, rows and blocks, then the announcements, then the offsets. A crash anywhere
 * in between writes the same rows again.
 */
export function createBlockWriter({ store, producer, parsedRounds, logger, onPhase }: BlockWriterDependencies) {
  // Two sets of tables in turn: one fills while the other is written, and neither grows its buffers anew.
  let pending = emptyPending(createBlockTables());
  let spare: BlockTables | undefined;
  return {
    /** The tables that rows are added to until the next flush. */
    get tables(): BlockTables {
      return pending.tables;
    },
    /** Nothing may be added before the next flush: more would be too much memory. */
    get isFull(): boolean {
      return byteLengthOf(pending.tables) > waitingBytesMax;
    },
    get isEmpty(): boolean {
      return pending.offsets.size === 0;
    },
    announce(announcement: EventRecord): void {
      pending.announcements.push(announcement);
    },
    /** Everything up to this record of the batch is among the rows (or among the dead letters). */
    cover(batch: LogBatch, offset: bigint): void {
      pending.offsets.set(batch.partition, { batch, offset });
      pending.blockCount += 1;
    },
    async flush(): Promise<void> {
      const flushed = pending;
      pending = emptyPending(spare ?? createBlockTables());
      spare = undefined;
      const startMs = performance.now();
      onPhase?.('insert');
      let rowCount = 0;
      for (const { table, rows } of tablesInWriteOrder(flushed.tables)) {
        await store.insertRows(table, rows);
        rowCount += rows.rowCount;
      }
      onPhase?.('inserted');
      await producer.send(
        parsedRounds.name,
        flushed.announcements.map((announcement) => ({ partition: 0, ...announcement })),
      );
      onPhase?.('commit');
      for (const { batch, offset } of flushed.offsets.values()) {
        await commitUnlessRevoked(batch, offset);
      }
      resetTables(flushed.tables);
      spare = flushed.tables;
      const durationMs = Math.round(performance.now() - startMs);
      logger.debug('Blocks written', { blockCount: flushed.blockCount, rowCount, durationMs });
    },
  };
}

export type BlockWriter = ReturnType<typeof createBlockWriter>;

/** A partition that went to another parser takes its records along: they are written again, to the same rows. */
async function commitUnlessRevoked(batch: LogBatch, offset: bigint): Promise<void> {
  if (!batch.isCurrent()) return;
  try {
    await batch.commit(offset);
  } catch (error) {
    if (!(error instanceof EventLogError) || error.code !== 'partition_revoked') throw error;
  }
}

function emptyPending(tables: BlockTables): Pending {
  return { tables, announcements: [], offsets: new Map(), blockCount: 0 };
}
