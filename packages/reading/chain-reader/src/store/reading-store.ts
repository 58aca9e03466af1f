import type { ColumnList, QueryParameters, RowOf } from '@tonriver/row-schema';
import { currentCallerSignal } from '../look-up/caller.ts';
import type { QueryGate } from '../look-up/query-gate.ts';

interface ReadingOptions {
  /** The query reads these tables alone: a short result may be given again while none of them is written. */
  readonly onlyReads?: readonly string[];
}

/** Typed reads with a time limit, cancelled when no caller waits for them. Errors are those of the engine. */
export interface ReadingStore {
  /**
   * Returns typed rows. `sql` must select exactly `columns`, in the same order and under the same names. Byte values
   * may be views of one large buffer: what is kept for long must be copied.
   */
  select<const Columns extends ColumnList>(
    columns: Columns,
    sql: string,
    parameters?: QueryParameters,
    options?: ReadingOptions,
  ): Promise<RowOf<Columns>[]>;
}

/** What the reading needs of ClickHouse. `ClickHouseStore` of `clickhouse` implements it. */
export interface QueryEngine {
  select<const Columns extends ColumnList>(
    columns: Columns,
    sql: string,
    parameters: QueryParameters,
    bounds: {
      /** The engine gives up after this time. */
      readonly executionSecondsMax: number;
      readonly threadsMax: number;
      /** Aborts when nobody waits for the rows. */
      readonly signal?: AbortSignal;
      readonly onlyReads?: readonly string[];
    },
  ): Promise<RowOf<Columns>[]>;
}

/** Creates a store whose queries begin at once. `querySecondsMax`: the engine's time limit for a query. */
export function createReadingStore(engine: QueryEngine, querySecondsMax: number): ReadingStore {
  // Look-ups read little: a second thread would cost more than it saves, and other queries need it.
  const bounds = { executionSecondsMax: querySecondsMax, threadsMax: 1 };
  return {
    select(columns, sql, parameters = {}, options = {}) {
      const signal = currentCallerSignal();
      const wanted = { ...bounds, ...options };
      return engine.select(columns, sql, parameters, signal === undefined ? wanted : { ...wanted, signal });
    },
  };
}

export interface ReadingStores {
  /** Every query waits for its turn. */
  readonly gated: ReadingStore;
  /** For queries without a wait: those of look-ups, which have waited already, and the few that must not wait. */
  readonly admitted: ReadingStore;
}

export interface ReadingStoresOptions {
  readonly engine: QueryEngine;
  readonly gate: QueryGate;
  /** The engine's time limit for a query. */
  readonly querySecondsMax: number;
}

export function createReadingStores({ engine, gate, querySecondsMax }: ReadingStoresOptions): ReadingStores {
  const admitted = createReadingStore(engine, querySecondsMax);
  return {
    gated: {
      select: (columns, sql, parameters, options) => gate.run(() => admitted.select(columns, sql, parameters, options)),
    },
    admitted,
  };
}
