import {
  binaryResultFormat,
  checkParameters,
  type ClickHouseStore,
  ClickHouseStoreError,
  decodeResult,
  defaultQueryBounds,
  type EngineBounds,
  insertSettings,
  type QueryBounds,
  querySettings,
  setStatement,
  storeErrorOf,
  writtenRowsMismatch,
} from '@tonriver/clickhouse';
import { type ColumnList, identifier, type QueryParameters, type RowOf } from '@tonriver/row-schema';
import type { EmbeddedEngine, WritingSession } from '../engine/embedded-engine.ts';
import { insertRows } from '../engine/insert-rows.ts';
import { type EmbeddedQuery, openEmbeddedReaders } from './embedded-reader.ts';
import { createPool } from './pool.ts';

/** A store over the engine in this process. */
export interface EmbeddedStore extends ClickHouseStore {
  /** The engine, for other users such as the HTTP port. */
  readonly engine: EmbeddedEngine;
}

interface EmbeddedStoreOptions {
  readonly engine: EmbeddedEngine;
  readonly database: string;
  /** Number of queries that run at once. A connection runs its statements one by one. */
  readonly readersMax?: number;
  /** Replace `defaultQueryBounds`. */
  readonly bounds?: QueryBounds;
}

/** Inserts of one caller into several tables, such as those of the parser, run two at a time. */
const WRITERS = 2;

/** Opens a store over an engine that others may use too: `close` closes only the store's own connections. */
export async function createEmbeddedStore(options: EmbeddedStoreOptions): Promise<EmbeddedStore> {
  const { engine, database, readersMax = 2 } = options;
  const defaults: EngineBounds = { ...defaultQueryBounds, ...options.bounds };
  await createDatabase(engine, database);
  const readers = await openEmbeddedReaders({ engine, database, size: readersMax, defaults });
  // Writers of their own: who writes never waits for those who read.
  const writers = await createPool(() => openWriter(engine, database), WRITERS);
  let isClosed = false;

  const guard = async <Result>(sql: string, action: () => Promise<Result>): Promise<Result> => {
    if (isClosed) throw closedError();
    try {
      return await action();
    } catch (error) {
      throw storeErrorOf(error, 'embedded', { sql: sql.slice(0, 200) });
    }
  };
  const read = (sql: string, parameters: QueryParameters, bounds: QueryBounds, format: string): Promise<Uint8Array> =>
    guard(sql, () => readers.read({ sql, parameters, bounds }, format));

  return {
    database,
    queriesMax: readersMax,
    engine,
    async query<Row>(sql: string, parameters: QueryParameters = {}, bounds: QueryBounds = {}) {
      const text = Buffer.from(await read(sql, parameters, bounds, 'JSONEachRow')).toString('utf8');
      const lines = text.split('\n').filter((line) => line !== '');
      return lines.map((line) => JSON.parse(line) as Row);
    },
    select: async (columns, sql, parameters = {}, bounds = {}) =>
      decodeResult(columns, await read(sql, parameters, bounds, binaryResultFormat)),
    async *stream(columns, sql, parameters = {}, bounds = {}) {
      if (isClosed) throw closedError();
      yield* streamRows({ engine, database, defaults }, columns, { sql, parameters, bounds });
    },
    command: (sql, parameters = {}) =>
      guard(sql, () =>
        writers.use(async ({ session }) => {
          checkParameters(sql, parameters);
          const query = `${setStatement(insertSettings, parameters)}; ${sql}`;
          await engine.writeInTurn(() => engine.writes.during('any', () => session.query(query)));
        }),
      ),
    insertRows: (table, rows) =>
      guard(`INSERT INTO ${table.name}`, () => writers.use(({ session }) => insertBatch(engine, session, table, rows))),
    ping: () => guard('SELECT 1', () => readers.ping()),
    async close() {
      if (isClosed) return;
      isClosed = true;
      await Promise.all([readers.close(), writers.close()]);
    },
  };
}

async function createDatabase(engine: EmbeddedEngine, database: string): Promise<void> {
  const client = engine.openClient();
  await client.command({ query: `CREATE DATABASE IF NOT EXISTS ${identifier(database)}` });
  await client.close();
}

async function openWriter(
  engine: EmbeddedEngine,
  database: string,
): Promise<{ readonly session: WritingSession; close(): Promise<void> }> {
  const session = engine.openToldSession();
  await session.query(`USE ${identifier(database)}`);
  await session.query(setStatement(insertSettings));
  return { session, close: async () => session.close() };
}

/** Streams a result over a connection of its own: the caller may read slowly, and no other query waits for it. */
async function* streamRows<const Columns extends ColumnList>(
  {
    engine,
    database,
    defaults,
  }: Pick<EmbeddedStoreOptions, 'engine' | 'database'> & { readonly defaults: EngineBounds },
  columns: Columns,
  { sql, parameters, bounds }: EmbeddedQuery,
): AsyncGenerator<readonly RowOf<Columns>[]> {
  checkParameters(sql, parameters);
  const session = engine.openToldSession();
  try {
    await session.query(`USE ${identifier(database)}`);
    await session.query(setStatement(querySettings({ ...defaults, ...bounds }), parameters));
    for await (const piece of session.stream(sql, binaryResultFormat)) {
      const rows = decodeResult(columns, piece);
      if (rows.length > 0) yield rows;
    }
  } catch (error) {
    throw storeErrorOf(error, 'embedded', { sql: sql.slice(0, 200) });
  } finally {
    session.close();
  }
}

async function insertBatch(
  engine: EmbeddedEngine,
  session: WritingSession,
  table: Parameters<ClickHouseStore['insertRows']>[0],
  rows: Parameters<ClickHouseStore['insertRows']>[1],
): Promise<void> {
  if (rows.rowCount === 0 && rows.bytes.length === 0) return;
  const written = await insertRows(engine, session, table, rows.bytes);
  if (written !== rows.rowCount) throw writtenRowsMismatch(table.name, rows.rowCount, written);
}

function closedError(): ClickHouseStoreError {
  return new ClickHouseStoreError('clickhouse_closed', 'The ClickHouse store is closed');
}
