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
 * Writes the rows of a pass, in the order in which readers may see them. What is in rounds is written at the same time:
 * nobody looks for it before the watermark has reached the rounds.
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
