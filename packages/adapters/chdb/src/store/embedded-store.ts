import { rm, writeFile } from 'node:fs/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import {
  binaryResultFormat,
  checkParameters,
  checkWanted,
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
import { identifier, type QueryParameters } from '@tonriver/row-schema';
import type { EmbeddedEngine, EngineSession } from '../engine/embedded-engine.ts';
import { insertFile } from '../engine/insert-file.ts';
import { createPool, type Pool } from './pool.ts';

/** A store over the engine in this process. */
export interface EmbeddedStore extends ClickHouseStore {
  /** For those that serve the engine on (the HTTP port). */
  readonly engine: EmbeddedEngine;
}

export interface EmbeddedStoreOptions {
  readonly engine: EmbeddedEngine;
  readonly database: string;
  /** Queries that run at once; a connection runs its statements one by one. */
  readonly readersMax?: number;
  /** Instead of `defaultQueryBounds`. */
  readonly bounds?: QueryBounds;
}

/** A connection for reading, and the `SET` that holds on it; `undefined` when that is not known. */
interface Reader {
  readonly session: EngineSession;
  setUp: string | undefined;
  close(): Promise<void>;
}

/** Reads in the thread that asks: handing each of the many small reads of a look-up to another costs more than it. */
const readSettings = { local_filesystem_read_method: 'pread' };

/**
 * A store over the engine in this process. It does not own the engine: `close` ends its own connections only.
 *
 * Settings and parameters travel as one `SET` in front of each statement, all of them, because they stay on the
 * connection; a connection where the very same `SET` holds already is not told again, which is a tenth of a look-up.
 * (The engine's own binding would do, but it lets only one bound query run at a time in the whole process.)
 */
export async function createEmbeddedStore(options: EmbeddedStoreOptions): Promise<EmbeddedStore> {
  const { engine, database } = options;
  const defaults: EngineBounds = { ...defaultQueryBounds, ...options.bounds };
  const connect = async (): Promise<ClickHouseClient> => {
    const client = engine.openClient();
    await client.command({ query: `USE ${identifier(database)}` });
    return client;
  };
  const setUp = engine.openClient();
  await setUp.command({ query: `CREATE DATABASE IF NOT EXISTS ${identifier(database)}` });
  await setUp.close();
  const readersMax = options.readersMax ?? 2;
  const readers = await createPool(() => openReader(engine, database), readersMax);
  // One writer: inserts follow each other anyway, and readers never wait behind them.
  const writer = await createPool(connect, 1);
  const read = (sql: string, parameters: QueryParameters, bounds: QueryBounds, format: string): Promise<Uint8Array> =>
    guarded(readers, sql, async (reader) => {
      checkParameters(sql, parameters);
      checkWanted(bounds);
      const setUp = setStatement({ ...querySettings({ ...defaults, ...bounds }), ...readSettings }, parameters);
      const isSetUp = reader.setUp === setUp;
      // Whatever happens in between, only what has succeeded is known to hold.
      reader.setUp = undefined;
      const result = await reader.session.query(isSetUp ? sql : `${setUp}; ${sql}`, format);
      reader.setUp = setUp;
      return result;
    });
  let isClosed = false;

  const store: EmbeddedStore = {
    database,
    queriesMax: readersMax,
    engine,
    async query<Row>(sql: string, parameters: QueryParameters = {}, bounds: QueryBounds = {}) {
      const lines = Buffer.from(await read(sql, parameters, bounds, 'JSONEachRow'))
        .toString('utf8')
        .split('\n');
      return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Row);
    },
    select: async (columns, sql, parameters = {}, bounds = {}) =>
      decodeResult(columns, await read(sql, parameters, bounds, binaryResultFormat)),
    async *stream(columns, sql, parameters = {}, bounds = {}) {
      // Its own connection: results of any length are read at the caller's pace, and nobody waits behind them.
      if (isClosed) throw closed();
      checkParameters(sql, parameters);
      const session = engine.openSession();
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
    },
    command: (sql, parameters = {}) =>
      guarded(writer, sql, async (client) => {
        checkParameters(sql, parameters);
        await engine.exclusively(() =>
          client.command({ query: `${setStatement(insertSettings, parameters)}; ${sql}` }),
        );
      }),
    insertRows: (table, rows) =>
      guarded(writer, `INSERT INTO ${table.name}`, async (client) => {
        if (rows.rowCount === 0 && rows.bytes.length === 0) return;
        const path = engine.exchangeFile();
        try {
          await writeFile(path, rows.bytes);
          const written = await insertFile(engine, path, 'RowBinary', table, async (statement) => {
            await client.command({ query: statement });
          });
          if (written !== rows.rowCount) throw writtenRowsMismatch(table.name, rows.rowCount, written);
        } finally {
          await rm(path, { force: true });
        }
      }),
    ping: () =>
      guarded(readers, 'SELECT 1', async ({ session }) => {
        await session.query('SELECT 1');
      }),
    async close() {
      if (isClosed) return;
      isClosed = true;
      await Promise.all([readers.close(), writer.close()]);
    },
  };
  return store;

  async function guarded<Connection, Result>(
    pool: Pool<Connection>,
    sql: string,
    action: (connection: Connection) => Promise<Result>,
  ): Promise<Result> {
    if (isClosed) throw closed();
    try {
      return await pool.use(action);
    } catch (error) {
      throw storeErrorOf(error, 'embedded', { sql: sql.slice(0, 200) });
    }
  }
}

async function openReader(engine: EmbeddedEngine, database: string): Promise<Reader> {
  const session = engine.openSession();
  await session.query(`USE ${identifier(database)}`);
  return { session, setUp: undefined, close: async () => session.close() };
}

function closed(): ClickHouseStoreError {
  return new ClickHouseStoreError('clickhouse_closed', 'The ClickHouse store is closed');
}
