import { actionPlaceRows, traceAccountRows } from '@tonriver/block-rows';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import {
  actionPlacesTable,
  type ClassifiedTraceRow,
  classifiedTracesTable,
  createRowBatch,
  traceAccountsTable,
} from '@tonriver/row-schema';

/** Writes traces: first what leads to them, so that a trace that is there can be found. */
export async function writeTraces(store: ClickHouseStore, traces: readonly ClassifiedTraceRow[]): Promise<void> {
  if (traces.length === 0) return;
  const accounts = createRowBatch(traceAccountsTable);
  const places = createRowBatch(actionPlacesTable);
  const rows = createRowBatch(classifiedTracesTable);
  for (const trace of traces) {
    for (const row of traceAccountRows(trace)) accounts.add(row);
    for (const row of actionPlaceRows(trace, trace.actions.map(actionIdOf))) places.add(row);
    rows.add(trace);
  }
  if (accounts.rowCount > 0) await store.insertRows(traceAccountsTable, accounts.rows());
  if (places.rowCount > 0) await store.insertRows(actionPlacesTable, places.rows());
  await store.insertRows(classifiedTracesTable, rows.rows());
}

function actionIdOf(json: string): string {
  return (JSON.parse(json) as { readonly action_id: string }).action_id;
}
