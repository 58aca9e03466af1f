import type { ClickHouseStore } from '@tonriver/clickhouse';
import { someAtOnce } from '@tonriver/lifecycle';
import {
  type RowBatch,
  roundsTable,
  type TableDefinition,
  traceIdsTable,
  tracesTable,
  transactionPartsTable,
  watermarksTable,
} from '@tonriver/row-schema';
import type { PassRows } from './round-rows.ts';

/**
 * Writes the rows of a pass. Trace ids, traces and links do not depend on each other: of each, the newest version
 * counts, so they are written at the same time. The rounds come after them, and the watermark last.
 */
export async function writePassRows(store: ClickHouseStore, rows: PassRows): Promise<void> {
  const inRounds = [
    () => insert(store, traceIdsTable, rows.traceIds),
    () => insert(store, tracesTable, rows.traces),
    () => insert(store, transactionPartsTable, rows.partLinks),
  ];
  await someAtOnce(inRounds, inRounds.length, (insertNow) => insertNow());
  await insert(store, roundsTable, rows.rounds);
  await insert(store, watermarksTable, rows.watermarks);
}

async function insert<Row extends object>(
  store: ClickHouseStore,
  table: TableDefinition<Row>,
  batch: RowBatch<Row>,
): Promise<void> {
  if (batch.rowCount > 0) await store.insertRows(table, batch.rows());
}
