import type { ClickHouseStore, ColumnList, QueryBounds, RowOf } from '@tonriver/clickhouse';
import type { QueryGate } from '../look-up/query-gate.ts';

export interface ReadingStoreOptions {
  readonly store: ClickHouseStore;
  readonly gate: QueryGate;
  /** The engine gives up on a query that nobody waits for any more. */
  readonly querySecondsMax: number;
}

/** The store as the gateway uses it: typed reads only, through the gate, bounded in time. */
export interface ReadingStore {
  select<const Columns extends ColumnList>(columns: Columns, sql: string): Promise<RowOf<Columns>[]>;
  ping(): Promise<void>;
}

export function createReadingStore({ store, gate, querySecondsMax }: ReadingStoreOptions): ReadingStore {
  // Look-ups read little: a second thread would cost more than it saves, and others wait for it.
  const bounds: QueryBounds = { executionSecondsMax: querySecondsMax, threadsMax: 1 };
  return {
    select: (columns, sql) => gate.run(() => store.select(columns, sql, {}, bounds)),
    ping: () => gate.run(() => store.ping()),
  };
}
