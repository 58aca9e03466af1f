import {
  type BlockTables,
  byteLengthOf,
  createBlockTables,
  resetTables,
  tablesInWriteOrder,
} from '@tonriver/block-rows';
import type { Network } from '@tonriver/chain-model';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import type { EventRecord, Topic } from '@tonriver/events';
import type { Logger } from '@tonriver/logger';
import { beatWhile, type Clock, type EventProducer, ok, type StreamStep, systemClock } from '@tonriver/stream';
import { addRowsOfRecord } from './steps/rows-of-record.ts';

/** ClickHouse wants few, large inserts: one per table in this time while rows wait, never more often. */
const FLUSH_INTERVAL_MS = 500;

/** Rows that may wait for the next flush. */
const WAITING_BYTES_MAX = 128 * 1024 * 1024;

/** Moments of a flush, in order: for tests that kill the process at each of them. */
export type ParserPhase = 'insert' | 'inserted' | 'commit';

export interface ParserStepDependencies {
  /** Blocks of another one are not stored. */
  readonly network: Pick<Network, 'name' | 'globalId'>;
  readonly store: ClickHouseStore;
  readonly producer: EventProducer;
  readonly parsedRounds: Topic;
  readonly logger: Logger;
  readonly onParsed: () => void;
  readonly beat?: (() => void) | undefined;
  readonly onPhase?: ((phase: ParserPhase) => void) | undefined;
  readonly clock?: Clock | undefined;
}

/** Rows of blocks on their way to one insert per table, and what is to be said of them once they are there. */
interface Pending {
  readonly tables: BlockTables;
  readonly announcements: EventRecord[];
  blockCount: number;
}

/**
 * Makes rows of raw blocks. A record is done when its rows are among those that wait; a save writes them: look-ups,
 * rows and blocks, then the announcements. A crash anywhere in between writes the same rows again.
 */
export function createParserStep(dependencies: ParserStepDependencies): StreamStep {
  const { network, store, producer, parsedRounds, logger, beat, onPhase, clock = systemClock } = dependencies;
  // Two sets of tables in turn: one fills while the other is written, and neither grows its buffers anew.
  let pending = emptyPending(createBlockTables());
  let spare: BlockTables | undefined;

  const flush = async ({ tables, announcements, blockCount }: Pending): Promise<void> => {
    const startMs = clock.nowMs();
    onPhase?.('insert');
    let rowCount = 0;
    for (const { table, rows } of tablesInWriteOrder(tables)) {
      await store.insertRows(table, rows);
      rowCount += rows.rowCount;
    }
    onPhase?.('inserted');
    await producer.send(
      parsedRounds.name,
      announcements.map((announcement) => ({ partition: 0, ...announcement })),
    );
    onPhase?.('commit');
    resetTables(tables);
    spare = tables;
    const durationMs = Math.round(clock.nowMs() - startMs);
    logger.debug('Blocks written', { blockCount, rowCount, durationMs });
  };

  return {
    take(record) {
      const added = addRowsOfRecord(pending.tables, record, { network, parsedRounds });
      if (added.kind === 'reject') return added;
      if (added.value !== undefined) pending.announcements.push(added.value);
      pending.blockCount += 1;
      dependencies.onParsed();
      return ok(() => true);
    },
    get isFull() {
      return byteLengthOf(pending.tables) > WAITING_BYTES_MAX;
    },
    pass: async () => ({ pauseMs: FLUSH_INTERVAL_MS, isSaveDue: true }),
    async save(done) {
      if (done.length === 0 && pending.blockCount === 0) return;
      const flushed = pending;
      pending = emptyPending(spare ?? createBlockTables());
      spare = undefined;
      // The log may be away for as long as a call to it tries, which is longer than a loop may be silent.
      await beatWhile(flush(flushed), { beat, clock });
    },
  };
}

function emptyPending(tables: BlockTables): Pending {
  return { tables, announcements: [], blockCount: 0 };
}
