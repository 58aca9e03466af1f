import { rm, writeFile } from 'node:fs/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import type { EmbeddedEngine } from '../engine/embedded-engine.ts';
import { ClickHouseStoreError } from '../errors.ts';
import type { ClickHouseStore, EngineBounds, QueryBounds, QueryParameters } from './click-house-store.ts';
import { binaryResultFormat, decodeResult } from './decode-result.ts';
import { insertFile } from '../engine/insert-file.ts';
import { createPool, type Pool } from './pool.ts';
import { checkParameters, checkWanted, defaultQueryBounds, insertSettings, querySettings } from './query-bounds.ts';
import { identifier, setStatement } from './sql-literal.ts';
import { storeErrorOf } from './store-error.ts';
import { writtenRowsMismatch } from './open-server-store.ts';

export interface EmbeddedStoreOptions {
  readonly engine: EmbeddedEngine;
  readonly database: string;
  /** Queries that run at once; a connection runs its statements one by one. */
  readonly readersMax?: number;
  /** Instead of `defaultQueryBounds`. */
  readonly bounds?: QueryBounds;
}

/**
 * A store over the engine in this process. It does not own the engine: `close` ends its own connections only.
 *
 * Statements go through `@clickhouse/client` on the engine's connection. Settings and parameters travel as one `SET` in
 * front of each statement, all of them each time, because they stay on the connection. (The client's own binding would
 * do, but the engine lets only one bound query run at a time in the whole process.)
 */
export async function createEmbeddedStore(options: EmbeddedStoreOptions): Promise<ClickHouseStore> {
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
  const readers = await createPool(connect, readersMax);
  // One writer: inserts follow each other anyway, and readers never wait behind them.
  const writer = await createPool(connect, 1);
  const prepare = (sql: string, parameters: QueryParameters, bounds: QueryBounds): string => {
    checkParameters(sql, parameters);
    checkWanted(bounds);
    return `${setStatement(querySettings({ ...defaults, ...bounds }), parameters)}; ${sql}`;
  };
  let isClosed = false;

  const store: ClickHouseStore = {
    database,
    queriesMax: readersMax,
    engine,
    query: <Row>(sql: string, parameters: QueryParameters = {}, bounds: QueryBounds = {}) =>
      guarded(readers, sql, async (client) => {
        const result = await client.query({ query: prepare(sql, parameters, bounds), format: 'JSONEachRow' });
        return await result.json<Row>();
      }),
    select: (columns, sql, parameters = {}, bounds = {}) =>
      guarded(readers, sql, async (client) => {
        const { stream } = await client.exec({
          query: `${prepare(sql, parameters, bounds)}\nFORMAT ${binaryResultFormat}`,
        });
        const pieces: Uint8Array[] = [];
        for await (const piece of stream as AsyncIterable<Uint8Array>) pieces.push(piece);
        return decodeResult(
          columns,
          pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces),
        );
      }),
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
      guarded(readers, 'SELECT 1', async (client) => {
        await client.command({ query: 'SELECT 1' });
      }),
    async close() {
      if (isClosed) return;
      isClosed = true;
      await Promise.all([readers.close(), writer.close()]);
    },
  };
  return store;

  async function guarded<Result>(
    pool: Pool<ClickHouseClient>,
    sql: string,
    action: (client: ClickHouseClient) => Promise<Result>,
  ): Promise<Result> {
    if (isClosed) throw closed();
    try {
      return await pool.use(action);
    } catch (error) {
      throw storeErrorOf(error, 'embedded', { sql: sql.slice(0, 200) });
    }
  }
}

function closed(): ClickHouseStoreError {
  return new ClickHouseStoreError('clickhouse_closed', 'The ClickHouse store is closed');
}
