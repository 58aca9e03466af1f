import { createBlockTables, createRollback, resetTables } from '@tonriver/block-rows';
import type { Network } from '@tonriver/chain-model';
import { ChainError } from '@tonriver/chain-source';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import type { Topic } from '@tonriver/events';
import type { Logger } from '@tonriver/logger';
import { type Clock, type EventProducer, systemClock } from '@tonriver/stream';
import { PARSER_VERSION } from '../parser-version.ts';
import { announceBlocks, createPendingBlocks, type PendingBlocks, writePendingBlocks } from '../pending-blocks.ts';
import { addRowsOfRecord } from '../steps/rows-of-record.ts';
import { countRounds, findRounds, type SeqnoRange } from './find-rounds.ts';
import type { RoundReader, RoundRecords } from './round-reader.ts';
import { confirmRecords } from './stored-blocks.ts';

export interface ReparseDependencies {
  readonly network: Pick<Network, 'name' | 'globalId'>;
  readonly store: ClickHouseStore;
  readonly producer: EventProducer;
  readonly parsedRounds: Topic;
  /** Asked in this order: a round is taken from the first that has it. */
  readonly readers: readonly RoundReader[];
  readonly logger: Logger;
  readonly clock?: Clock;
  /** Default: the version of this parser. Tests write as other parsers. */
  readonly parserVersion?: number | undefined;
  /** Called after every batch. */
  readonly onProgress?: (progress: ReparseProgress) => void;
}

export interface ReparseOptions extends SeqnoRange {
  /** Also rounds whose rows are of this parser version already. */
  readonly all?: boolean;
  /** Default: it works half of the time. */
  readonly roundsPerSecondMax?: number;
}

export interface ReparseProgress {
  /** The last round that was looked at. */
  readonly round: number;
  /** Rounds that were parsed again. */
  readonly roundsDone: number;
  readonly rowsWritten: number;
}

/** The result of a run. Rounds of the last two lists keep the rows that they had. */
export interface ReparseResult extends ReparseProgress {
  /** Rounds that no reader has. */
  readonly missing: readonly number[];
  /** Rounds of the range that are stored. */
  readonly roundsStored: number;
  /** Rounds with a block that is damaged, not the stored one, or that this parser rejects. */
  readonly rejected: readonly number[];
}

/** Rounds whose versions are looked up at once. */
const ROUNDS_PER_WINDOW = 1000;
/** Rounds of one insert, and bytes of their blocks: an insert into sixteen tables costs more than a small round. */
const ROUNDS_PER_BATCH = 16;
const BATCH_BYTES_MAX = 16 * 1024 * 1024;
/** The shortest pause after a batch, so that other work of this process has its turn. */
const PAUSE_MS_MIN = 10;

/**
 * Parses rounds of a range again, in ascending order, into the tables that are being served. Writes the rows of a
 * round, deletes those that the parser does not make, and announces its blocks, so that the trace assembler brings the
 * row in `rounds` up to date. May be stopped and run again: rounds that are done are passed over.
 */
export async function reparseRounds(
  dependencies: ReparseDependencies,
  { from, to, all = false, roundsPerSecondMax }: ReparseOptions,
  signal: AbortSignal,
): Promise<ReparseResult> {
  const { store, logger, clock = systemClock, parserVersion = PARSER_VERSION } = dependencies;
  const missing: number[] = [];
  const rejected: number[] = [];
  let progress: ReparseProgress = { round: from - 1, roundsDone: 0, rowsWritten: 0 };
  const batch = createBatch(dependencies);
  const roundsStored = await countRounds(store, { from, to });

  const writeBatch = async (round: number, startMs: number): Promise<void> => {
    const { roundCount, rowCount } = await batch.write();
    progress = {
      round,
      roundsDone: progress.roundsDone + roundCount,
      rowsWritten: progress.rowsWritten + rowCount,
    };
    dependencies.onProgress?.(progress);
    const workMs = clock.nowMs() - startMs;
    const pauseMs = roundsPerSecondMax === undefined ? workMs : (roundCount * 1000) / roundsPerSecondMax - workMs;
    await clock.pause(Math.max(PAUSE_MS_MIN, pauseMs), signal);
  };

  for (let first = from; first <= to && !signal.aborted; first += ROUNDS_PER_WINDOW) {
    const window = { from: first, to: Math.min(to, first + ROUNDS_PER_WINDOW - 1) };
    const rounds = await findRounds(store, window, { parserVersion: all ? undefined : parserVersion });
    let startMs = clock.nowMs();
    for (const seqno of rounds) {
      if (signal.aborted) break;
      const read = await readRound(dependencies, seqno);
      if (signal.aborted) break;
      if (read === undefined) {
        missing.push(seqno);
        logger.warn('A round is neither in the log nor in the source; its rows stay as they are', { round: seqno });
        continue;
      }
      const cause = 'cause' in read ? read.cause : batch.add(read.records);
      if (cause !== undefined) {
        rejected.push(seqno);
        logger.error('A round has a block that cannot be parsed; its rows stay as they are', { round: seqno, cause });
        continue;
      }
      await clock.yield();
      if (!batch.isFull) continue;
      await writeBatch(seqno, startMs);
      startMs = clock.nowMs();
    }
    if (!signal.aborted) await writeBatch(window.to, startMs);
  }
  return { ...progress, roundsStored, missing, rejected };
}

/**
 * Reads a round from the first reader that has it as it is stored. A wrong copy in the log does not hide the right one
 * in the source.
 */
async function readRound(
  { store, readers }: ReparseDependencies,
  seqno: number,
): Promise<{ readonly records: RoundRecords } | { readonly cause: string } | undefined> {
  let refused: { readonly cause: string } | undefined;
  for (const reader of readers) {
    try {
      const records = await reader.read(seqno);
      if (records === undefined) continue;
      const confirmed = await confirmRecords(store, records);
      if ('records' in confirmed) return confirmed;
      refused = confirmed;
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
      refused = { cause: `${error.code}: ${error.message}` };
    }
  }
  return refused;
}

/** Rounds of one insert. Each is in it completely or not at all. */
function createBatch({ network, store, producer, parsedRounds, parserVersion, logger }: ReparseDependencies) {
  const ofRecord = { network, parsedRounds, parserVersion };
  let pending: PendingBlocks = createPendingBlocks(createBlockTables());
  let roundCount = 0;
  return {
    /** @returns why the round was not added */
    add(records: RoundRecords): string | undefined {
      const rollback = createRollback(pending.tables);
      const taken: PendingBlocks['taken'] = [];
      for (const record of records) {
        const added = addRowsOfRecord(pending.tables, record, ofRecord);
        if (added.kind === 'reject') {
          rollback();
          return `${added.code}: ${added.cause}`;
        }
        taken.push({ record, rows: added.value });
      }
      pending.taken.push(...taken);
      pending.recordBytes += records.reduce((bytes, { value }) => bytes + value.length, 0);
      roundCount += 1;
      return undefined;
    },
    get isFull() {
      return roundCount >= ROUNDS_PER_BATCH || pending.recordBytes >= BATCH_BYTES_MAX;
    },
    async write(): Promise<{ readonly roundCount: number; readonly rowCount: number }> {
      if (roundCount === 0) return { roundCount: 0, rowCount: 0 };
      const rowCount = await writePendingBlocks(pending, ofRecord, { store, logger }, { deletesStaleRows: true });
      await announceBlocks(pending, { producer, parsedRounds });
      const written = { roundCount, rowCount };
      resetTables(pending.tables);
      pending = createPendingBlocks(pending.tables);
      roundCount = 0;
      return written;
    },
  };
}
