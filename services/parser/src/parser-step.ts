import { type BlockTables, byteLengthOf, createBlockTables, resetTables } from '@tonriver/block-rows';
import type { Network, OpenBlockBag } from '@tonriver/chain-model';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import type { Topic } from '@tonriver/events';
import type { Logger } from '@tonriver/logger';
import { beatWhile, type Clock, type EventProducer, ok, type StreamStep, systemClock } from '@tonriver/stream';
import { addRowsOfRecord } from './steps/rows-of-record.ts';
import { announceBlocks, createPendingBlocks, type PendingBlocks, writePendingBlocks } from './pending-blocks.ts';

/** ClickHouse needs few, large inserts: while rows wait there is one per table in this time. */
const FLUSH_INTERVAL_MS = 500;

/** Rows, and the records that they were made of, that may wait for the next flush. */
const WAITING_BYTES_MAX = 128 * 1024 * 1024;

/** Moments of a flush, in order. Tests kill the process at each of them. */
export type ParserPhase = 'insert' | 'inserted' | 'commit';

export interface ParserStepDependencies {
  /** Blocks of another network are rejected. */
  readonly network: Pick<Network, 'name' | 'globalId'>;
  readonly store: ClickHouseStore;
  readonly producer: EventProducer;
  readonly parsedRounds: Topic;
  readonly logger: Logger;
  readonly onParsed: () => void;
  readonly beat?: (() => void) | undefined;
  readonly onPhase?: ((phase: ParserPhase) => void) | undefined;
  readonly clock?: Clock | undefined;
  readonly parserVersion?: number | undefined;
  readonly openBag?: OpenBlockBag | undefined;
}

/**
 * Makes rows of raw blocks. A record is done when its rows are among those that wait; a save writes them: the digests,
 * look-ups, rows and blocks, then the announcements. A crash anywhere in between writes the same rows again.
 */
export function createParserStep(dependencies: ParserStepDependencies): StreamStep {
  const { network, store, producer, parsedRounds, parserVersion, openBag } = dependencies;
  const { logger, beat, onPhase, clock = systemClock } = dependencies;
  const ofRecord = { network, parsedRounds, parserVersion, openBag };
  // Two sets of tables in turn: one fills while the other is written, and neither grows its buffers anew.
  let pending = createPendingBlocks(createBlockTables());
  let spare: BlockTables | undefined;
  // The first insert takes seconds, however small it is. The first flush waits for more rows, so that a process that is
  // killed soon after its start has stored more than one block.
  let firstFlushAtMs: number | undefined;

  const flush = async (flushed: PendingBlocks): Promise<void> => {
    const startMs = clock.nowMs();
    onPhase?.('insert');
    const rowCount = await writePendingBlocks(flushed, ofRecord, { store, logger });
    onPhase?.('inserted');
    await announceBlocks(flushed, { producer, parsedRounds });
    onPhase?.('commit');
    resetTables(flushed.tables);
    spare = flushed.tables;
    const durationMs = Math.round(clock.nowMs() - startMs);
    logger.debug('Blocks written', { blockCount: flushed.taken.length, rowCount, durationMs });
  };

  const isFull = (): boolean => byteLengthOf(pending.tables) + pending.recordBytes > WAITING_BYTES_MAX;

  return {
    take(record) {
      firstFlushAtMs ??= clock.nowMs() + FLUSH_INTERVAL_MS;
      const added = addRowsOfRecord(pending.tables, record, ofRecord);
      if (added.kind === 'reject') return added;
      pending.taken.push({ record, rows: added.value });
      pending.recordBytes += record.value.length;
      dependencies.onParsed();
      return ok(() => true);
    },
    get isFull() {
      return isFull();
    },
    async pass() {
      const waitMs = firstFlushAtMs === undefined ? 0 : firstFlushAtMs - clock.nowMs();
      if (waitMs > 0 && !isFull()) return { pauseMs: waitMs, isSaveDue: false };
      return { pauseMs: FLUSH_INTERVAL_MS, isSaveDue: true };
    },
    async save(done) {
      if (done.length === 0 && pending.taken.length === 0) return;
      const flushed = pending;
      pending = createPendingBlocks(spare ?? createBlockTables());
      spare = undefined;
      // A call to the log may take longer than a loop may be silent.
      await beatWhile(flush(flushed), { beat, clock });
    },
  };
}
