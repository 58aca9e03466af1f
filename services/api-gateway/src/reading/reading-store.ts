import type { ClickHouseStore, QueryBounds } from '@tonriver/clickhouse';
import type { ColumnList, RowOf } from '@tonriver/row-schema';
import { currentCallerSignal } from '../look-up/caller.ts';
import type { QueryGate } from '../look-up/query-gate.ts';

export interface ReadingStoreOptions {
  readonly store: ClickHouseStore;
  readonly gate: QueryGate;
  /** The engine's time limit for a query. */
  readonly querySecondsMax: number;
}

/** The store of the gateway: typed reads with a time limit, cancelled when no caller waits for them. */
export interface ReadingStore {
  select<const Columns extends ColumnList>(columns: Columns, sql: string): Promise<RowOf<Columns>[]>;
  ping(): Promise<void>;
}

export interface ReadingStores {
  /** Every query waits for its turn. */
  readonly gated: ReadingStore;
  /** For queries without a wait: those of look-ups, which have waited already, and the few that must not wait. */
  readonly admitted: ReadingStore;
}

export function createReadingStores({ store, gate, querySecondsMax }: ReadingStoreOptions): ReadingStores {
  // Look-ups read little: a second thread would cost more than it saves, and other queries need it.
  const bounds: QueryBounds = { executionSecondsMax: querySecondsMax, threadsMax: 1 };
  const boundsNow = (): QueryBounds => {
    const signal = currentCallerSignal();
    return signal === undefined ? bounds : { ...bounds, signal };
  };
  return {
    gated: {
      select: (columns, sql) => gate.run(() => store.select(columns, sql, {}, boundsNow())),
      ping: () => gate.run(() => store.ping()),
    },
    admitted: {
      select: (columns, sql) => store.select(columns, sql, {}, boundsNow()),
      ping: () => store.ping(),
    },
  };
}
