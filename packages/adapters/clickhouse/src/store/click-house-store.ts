import type { ColumnList, QueryParameters, RowBinaryRows, RowOf, TableDefinition } from '@tonriver/row-schema';

/** Bounds of one query. An absent one has the store's default (`defaultQueryBounds`). */
export interface QueryBounds {
  /** The engine gives up after this time. */
  readonly executionSecondsMax?: number;
  /** The engine refuses to hold more than this for the query. */
  readonly memoryBytesMax?: number;
  /** A longer result is a `clickhouse_result_too_large` error: rows are never left out. */
  readonly resultRowsMax?: number;
  /** 1 is for look-ups: they are faster with one thread, and plain enough for the older, faster analyzer. */
  readonly threadsMax?: number;
  /**
   * Aborts when the caller gives up. A query that has not begun is not begun; a server ends one that runs. The engine
   * in this process cannot be interrupted: the query runs on within its bounds, and keeps its connection until then.
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * The query reads these tables alone, and its result is short: it may be given again while none of them is written.
   * The engine in this process knows that; a server is asked each time.
   */
  readonly onlyReads?: readonly string[];
}

/** The bounds that are settings of the engine. */
export type EngineBounds = Required<Omit<QueryBounds, 'signal' | 'onlyReads'>>;

/**
 * ClickHouse, as a server or as the engine in this process: the same answers, the same errors, one contract suite.
 *
 * Table names in SQL are resolved in `database`. Every failure is a `ClickHouseStoreError`; `isRetryable` says whether
 * the same call may succeed later.
 */
export interface ClickHouseStore {
  /** The database in which unqualified names are looked up. */
  readonly database: string;

  /** Queries that run at one time, when the store itself bounds them: more wait their turn inside. */
  readonly queriesMax?: number;

  /**
   * Rows as JSON objects. 64-bit and wider integers are decimal strings; byte columns must be wrapped in `hex(…)` or
   * `base64Encode(…)` under another name (an alias that equals a column shadows it in WHERE). For typed rows with bytes
   * and bigints use `select`.
   */
  query<Row>(sql: string, parameters?: QueryParameters, bounds?: QueryBounds): Promise<Row[]>;

  /**
   * Typed rows over a binary result: `sql` must select exactly `columns`, in that order and under those names; anything
   * else is a `clickhouse_result_mismatch`. Byte values are views of one result buffer: copy what outlives the rest.
   */
  select<const Columns extends ColumnList>(
    columns: Columns,
    sql: string,
    parameters?: QueryParameters,
    bounds?: QueryBounds,
  ): Promise<RowOf<Columns>[]>;

  /** As `select` for results of any length: batches as the engine hands them out, memory bounded by one of them. */
  stream<const Columns extends ColumnList>(
    columns: Columns,
    sql: string,
    parameters?: QueryParameters,
    bounds?: QueryBounds,
  ): AsyncIterable<readonly RowOf<Columns>[]>;

  /** A statement without a result. */
  command(sql: string, parameters?: QueryParameters): Promise<void>;

  /**
   * Writes rows durably before it resolves; the engine's count of written rows is compared with `rowCount`
   * (`clickhouse_written_rows_mismatch`). Repeating a call is harmless: tables keep one row per identity.
   */
  insertRows(table: Pick<TableDefinition, 'name' | 'columns'>, rows: RowBinaryRows): Promise<void>;

  /** Resolves when a trivial query succeeds. */
  ping(): Promise<void>;

  /** Waits for running calls, then releases connections, files and the data directory. Repeatable. */
  close(): Promise<void>;
}
