import {
  type BlockTables,
  findStaleRows,
  parseRowVersion,
  resetTables,
  type StaleRows,
  writeStages,
} from '@tonriver/block-rows';
import { type ClickHouseStore, deleteRows } from '@tonriver/clickhouse';
import type { Topic } from '@tonriver/events';
import { someAtOnce } from '@tonriver/lifecycle';
import type { Logger } from '@tonriver/logger';
import type { EventProducer, LogRecord } from '@tonriver/stream';
import { findTurns, turnKey, type VersionedBlock } from './find-turns.ts';
import { ParserError } from './parser-error.ts';
import { addRowsOfRecord, type RowsOfRecord, type RowsOfRecordDependencies } from './steps/rows-of-record.ts';

/** A record whose rows wait, with these rows. */
interface TakenRecord {
  readonly record: Pick<LogRecord, 'value' | 'headers'>;
  readonly rows: RowsOfRecord;
}

/** Rows of blocks on their way to one insert per table. */
export interface PendingBlocks {
  readonly tables: BlockTables;
  taken: TakenRecord[];
  /** Bytes of the records, which are kept until their rows are written. */
  recordBytes: number;
}

export interface WriteDependencies {
  readonly store: ClickHouseStore;
  readonly logger: Logger;
}

/**
 * Tables that are written at the same time, where the store can: an insert takes as long as its fixed costs, however
 * few rows it has.
 */
const INSERTS_MAX = 4;
/** The most attempts to write, the first included. */
const WRITES_MAX = 3;

export function createPendingBlocks(tables: BlockTables): PendingBlocks {
  return { tables, taken: [], recordBytes: 0 };
}

/**
 * Writes the rows so that they outrank all rows that a newer parser has written of these blocks. Rows that another
 * parser made and this one does not make are deleted.
 *
 * @param options.deletesStaleRows also looks for rows that do not belong to the blocks where no other parser wrote them
 * @returns how many rows were written
 * @throws {ParserError} `outranked`: outranked rows must not be announced; the records are read again
 */
export async function writePendingBlocks(
  pending: PendingBlocks,
  ofRecord: RowsOfRecordDependencies,
  dependencies: WriteDependencies,
  { deletesStaleRows = false }: { readonly deletesStaleRows?: boolean } = {},
): Promise<number> {
  const { store, logger } = dependencies;
  let isDeletionDue = deletesStaleRows;
  for (let writes = 0, rowCount = 0; ; writes += 1) {
    const { turns, haveWritten } = await findTurns(store, blocksOf(pending));
    const isDeletionLeft = haveWritten && !isDeletionDue;
    isDeletionDue ||= haveWritten;
    if (turns.size === 0 && writes > 0 && !isDeletionLeft) return rowCount;
    const fields = { blockCount: turns.size };
    if (writes === WRITES_MAX) {
      throw new ParserError('outranked', 'A newer parser keeps writing the same blocks', fields, {
        isRetryable: true,
      });
    }
    if (turns.size > 0) {
      logger.info('Blocks are written over rows of a newer parser', fields);
      remake(pending, turns, ofRecord);
    }
    rowCount = isDeletionDue
      ? await insertInsteadOfStale(pending.tables, dependencies)
      : await insert(store, pending.tables);
  }
}

/** Tells the trace assembler that the rows of the blocks are stored. */
export async function announceBlocks(
  { taken }: PendingBlocks,
  { producer, parsedRounds }: { readonly producer: EventProducer; readonly parsedRounds: Pick<Topic, 'name'> },
): Promise<void> {
  const announcements = taken.flatMap(({ rows: { announcement } }) =>
    announcement === undefined ? [] : [{ partition: 0, ...announcement }],
  );
  await producer.send(parsedRounds.name, announcements);
}

function blocksOf({ taken }: PendingBlocks): readonly VersionedBlock[] {
  return taken.map(({ rows }) => rows.block);
}

async function insert(store: ClickHouseStore, tables: BlockTables): Promise<number> {
  let rowCount = 0;
  for (const stage of writeStages(tables)) {
    await someAtOnce(stage, INSERTS_MAX, async ({ table, rows }) => {
      await store.insertRows(table, rows);
      rowCount += rows.rowCount;
    });
  }
  return rowCount;
}

/**
 * Writes the rows, then deletes stale rows of the blocks. In this order a process that is killed in between finds the
 * remaining stale rows when it parses the same blocks again.
 */
async function insertInsteadOfStale(tables: BlockTables, { store, logger }: WriteDependencies): Promise<number> {
  const { derived, main, versionMax } = await findStaleRows(store, tables);
  const deleteAll = async (stale: readonly StaleRows[]): Promise<void> => {
    for (const { table, keys } of stale) {
      await deleteRows(store, table, { keys, versionMax });
      logger.info('Rows that the parser does not make are deleted', { table: table.name, rowCount: keys.length });
    }
  };
  await deleteAll(derived);
  const rowCount = await insert(store, tables);
  await deleteAll(main);
  return rowCount;
}

/** Makes all rows again, those of some blocks in another turn. */
function remake(pending: PendingBlocks, turns: ReadonlyMap<string, number>, ofRecord: RowsOfRecordDependencies): void {
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
