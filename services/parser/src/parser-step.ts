import {
  type BlockTables,
  byteLengthOf,
  createBlockTables,
  parseRowVersion,
  resetTables,
  tablesInWriteOrder,
} from '@tonriver/block-rows';
import type { Network } from '@tonriver/chain-model';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import type { Topic } from '@tonriver/events';
import type { Logger } from '@tonriver/logger';
import {
  beatWhile,
  type Clock,
  type EventProducer,
  type LogRecord,
  ok,
  type StreamStep,
  systemClock,
} from '@tonriver/stream';
import { ParserError } from './parser-error.ts';
import { findTurns, turnKey, type VersionedBlock } from './find-turns.ts';
import { addRowsOfRecord, type RowsOfRecord, type RowsOfRecordDependencies } from './steps/rows-of-record.ts';

/** ClickHouse wants few, large inserts: one per table in this time while rows wait, never more often. */
const FLUSH_INTERVAL_MS = 500;

/** Rows, and the records that they were made of, that may wait for the next flush. */
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

/** A record whose rows wait, and what they are. */
interface TakenRecord {
  readonly record: Pick<LogRecord, 'value' | 'headers'>;
  readonly rows: RowsOfRecord;
}

/** Rows of blocks on their way to one insert per table. */
interface Pending {
  readonly tables: BlockTables;
  taken: TakenRecord[];
  /** Of the records, which are kept until their rows are written. */
  recordBytes: number;
}

/** Inserts of one flush at most, the first included. */
const WRITES_MAX = 3;

/**
 * Makes rows of raw blocks. A record is done when its rows are among those that wait; a save writes them: the digests,
 * look-ups, rows and blocks, then the announcements. A crash anywhere in between writes the same rows again.
 */
export function createParserStep(dependencies: ParserStepDependencies): StreamStep {
  const { network, store, producer, parsedRounds, logger, beat, onPhase, clock = systemClock } = dependencies;
  const ofRecord = { network, parsedRounds };
  // Two sets of tables in turn: one fills while the other is written, and neither grows its buffers anew.
  let pending = emptyPending(createBlockTables());
  let spare: BlockTables | undefined;
  // A first insert takes seconds, whatever it holds: a process that is killed soon after its start would have kept the
  // one block that was read first. So the first flush waits for more.
  let firstFlushAtMs: number | undefined;

  const flush = async (flushed: Pending): Promise<void> => {
    const startMs = clock.nowMs();
    onPhase?.('insert');
    const rowCount = await writeOutranking(flushed, ofRecord, { store, logger });
    onPhase?.('inserted');
    const announcements = flushed.taken.flatMap(({ rows: { announcement } }) =>
      announcement === undefined ? [] : [{ partition: 0, ...announcement }],
    );
    await producer.send(parsedRounds.name, announcements);
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
      pending = emptyPending(spare ?? createBlockTables());
      spare = undefined;
      // The log may be away for as long as a call to it tries, which is longer than a loop may be silent.
      await beatWhile(flush(flushed), { beat, clock });
    },
  };
}

function emptyPending(tables: BlockTables): Pending {
  return { tables, taken: [], recordBytes: 0 };
}

function blocksOf({ taken }: Pending): readonly VersionedBlock[] {
  return taken.map(({ rows }) => rows.block);
}

/**
 * Writes the rows so that they outrank whatever a newer parser has written of these blocks.
 *
 * @returns how many rows were written
 * @throws {ParserError} `outranked`: rows that do not count must not be announced, and the records come again
 */
async function writeOutranking(
  pending: Pending,
  ofRecord: RowsOfRecordDependencies,
  { store, logger }: Pick<ParserStepDependencies, 'store' | 'logger'>,
): Promise<number> {
  for (let writes = 0, rowCount = 0; ; writes += 1) {
    const turns = await findTurns(store, blocksOf(pending));
    if (turns.size === 0 && writes > 0) return rowCount;
    const fields = { blockCount: turns.size };
    if (writes === WRITES_MAX) {
      throw new ParserError('outranked', 'A newer parser goes on writing the same blocks', fields, {
        isRetryable: true,
      });
    }
    if (turns.size > 0) {
      logger.info('Blocks are written over rows of a newer parser', fields);
      remake(pending, turns, ofRecord);
    }
    rowCount = await insert(store, pending.tables);
  }
}

async function insert(store: ClickHouseStore, tables: BlockTables): Promise<number> {
  let rowCount = 0;
  for (const { table, rows } of tablesInWriteOrder(tables)) {
    await store.insertRows(table, rows);
    rowCount += rows.rowCount;
  }
  return rowCount;
}

/** Makes all rows anew, those of some blocks in another turn. */
function remake(pending: Pending, turns: ReadonlyMap<string, number>, ofRecord: RowsOfRecordDependencies): void {
  resetTables(pending.tables);
  pending.taken = pending.taken.map(({ record, rows }) => {
    const { block } = rows;
    const version = parseRowVersion(block.rowVersion);
    const turn = turns.get(turnKey(block, version)) ?? version.turn;
    const added = addRowsOfRecord(pending.tables, record, ofRecord, turn);
    if (added.kind === 'reject') throw new RangeError(`A block that was read cannot be read again: ${added.cause}`);
    return { record, rows: added.value };
  });
}
