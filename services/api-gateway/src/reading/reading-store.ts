import type { ClickHouseStore, QueryBounds } from '@tonriver/clickhouse';
import type { ColumnList, RowOf } from '@tonriver/row-schema';
import { currentCallerSignal } from '../look-up/caller.ts';
import type { QueryGate } from '../look-up/query-gate.ts';

export interface ReadingStoreOptions {
  readonly store: ClickHouseStore;
  readonly gate: QueryGate;
  /** The engine gives up on a query that nobody waits for any more. */
  readonly querySecondsMax: number;
}

/** The store as the gateway uses it: typed reads only, bounded in time, called off when nobody waits for them. */
export interface ReadingStore {
  select<const Columns extends ColumnList>(columns: Columns, sql: string): Promise<RowOf<Columns>[]>;
  ping(): Promise<void>;
}

export interface ReadingStores {
  /** Every query waits for its turn. */
  readonly gated: ReadingStore;
  /** For queries that do not wait: those of look-ups, which already have a place, and the few that must not wait. */
  readonly admitted: ReadingStore;
}

export function createReadingStores({ store, gate, querySecondsMax }: ReadingStoreOptions): ReadingStores {
  // Look-ups read little: a second thread would cost more than it saves, and others wait for it.
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
