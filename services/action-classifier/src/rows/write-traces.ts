import { actionPlaceRows, addCheckedRow, traceAccountRows } from '@tonriver/block-rows';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { someAtOnce } from '@tonriver/lifecycle';
import {
  actionPlacesTable,
  type ClassifiedTraceRow,
  classifiedTracesTable,
  createRowBatch,
  traceAccountsTable,
} from '@tonriver/row-schema';

/** Writes traces, with checksums made here: first what leads to them, so that a trace that is there can be found. */
export async function writeTraces(store: ClickHouseStore, traces: readonly ClassifiedTraceRow[]): Promise<void> {
  if (traces.length === 0) return;
  const { accounts, places, rows } = batchesOfTraces(traces);
  const leading = [
    { table: traceAccountsTable, batch: accounts },
    { table: actionPlacesTable, batch: places },
  ].filter(({ batch }) => batch.rowCount > 0);
  await someAtOnce(leading, leading.length, ({ table, batch }) => store.insertRows(table, batch.rows()));
  await store.insertRows(classifiedTracesTable, rows.rows());
}

/** Returns the rows of traces with their checksums, as bytes, and the rows that lead to them. */
export function batchesOfTraces(traces: readonly ClassifiedTraceRow[]) {
  const accounts = createRowBatch(traceAccountsTable);
  const places = createRowBatch(actionPlacesTable);
  const rows = createRowBatch(classifiedTracesTable);
  for (const trace of traces) {
    for (const row of traceAccountRows(trace)) accounts.add(row);
    for (const row of actionPlaceRows(trace, trace.actions.map(actionIdOf))) places.add(row);
    addCheckedRow(rows, trace);
  }
  return { accounts, places, rows };
}

/** The id is the first member of a stored action: reading all of it took more time than the rows of its places. */
function actionIdOf(stored: string): string {
  const end = BEFORE_ID.length + ID_LENGTH;
  if (!stored.startsWith(BEFORE_ID) || stored[end] !== '"') {
    throw new TypeError('a stored action begins with its id');
  }
  return stored.slice(BEFORE_ID.length, end);
}

const BEFORE_ID = '{"action_id":"';
/** A hash in base64, of which nothing is escaped. */
const ID_LENGTH = 44;
