import type { ClickHouseStore } from '@tonriver/clickhouse';
import { roundsTable, traceIdsTable, tracesTable, transactionPartsTable, watermarksTable } from '@tonriver/row-schema';
import type { PassRows } from './round-rows.ts';

/** Writes the rows of a pass, in the order in which readers may see them. */
export async function writePassRows(store: ClickHouseStore, rows: PassRows): Promise<void> {
  if (rows.traceIds.rowCount > 0) await store.insertRows(traceIdsTable, rows.traceIds.rows());
  if (rows.traces.rowCount > 0) await store.insertRows(tracesTable, rows.traces.rows());
  if (rows.partLinks.rowCount > 0) await store.insertRows(transactionPartsTable, rows.partLinks.rows());
  if (rows.rounds.rowCount > 0) await store.insertRows(roundsTable, rows.rounds.rows());
  if (rows.watermarks.rowCount > 0) await store.insertRows(watermarksTable, rows.watermarks.rows());
}
