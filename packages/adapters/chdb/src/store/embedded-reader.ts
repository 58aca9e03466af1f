import {
  checkParameters,
  checkWanted,
  type EngineBounds,
  type QueryBounds,
  querySettings,
  setStatement,
} from '@tonriver/clickhouse';
import { identifier, type QueryParameters } from '@tonriver/row-schema';
import type { EmbeddedEngine, EngineSession } from '../engine/embedded-engine.ts';
import { createPool } from './pool.ts';

/** A query with its parameters and bounds. */
export interface EmbeddedQuery {
  readonly sql: string;
  readonly parameters: QueryParameters;
  readonly bounds: QueryBounds;
}

/** The connections of a store for reading. */
export interface EmbeddedReaders {
  /** Returns the whole result in a format. */
  read(query: EmbeddedQuery, format: string): Promise<Uint8Array>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface EmbeddedReadersOptions {
  readonly engine: EmbeddedEngine;
  readonly database: string;
  /** Number of connections. */
  readonly size: number;
  readonly defaults: EngineBounds;
}

interface Reader {
  readonly session: EngineSession;
  /** The last `SET` of the connection; undefined when it may have failed. */
  setUp: string | undefined;
  close(): Promise<void>;
}

/** Reads files in the calling thread: giving many small reads to another thread would cost more than they do. */
const readSettings = { local_filesystem_read_method: 'pread' };

/**
 * Opens connections for reading. All settings and parameters go into one `SET` before each query, because they stay on
 * the connection. The same `SET` is not repeated, which saves a tenth of a look-up. (The engine's own binding of
 * parameters lets only one bound query run at a time in the whole process.)
 */
export async function openEmbeddedReaders(options: EmbeddedReadersOptions): Promise<EmbeddedReaders> {
  const { engine, database, size, defaults } = options;
  const pool = await createPool(() => openReader(engine, database), size);
  const readNow = ({ sql, parameters, bounds }: EmbeddedQuery, format: string): Promise<Uint8Array> =>
    pool.use(async (reader) => {
      checkParameters(sql, parameters);
      checkWanted(bounds);
      const setUp = setStatement({ ...querySettings({ ...defaults, ...bounds }), ...readSettings }, parameters);
      const isSetUp = reader.setUp === setUp;
      // Until the query succeeds, the settings of the connection are unknown.
      reader.setUp = undefined;
      const result = await reader.session.query(isSetUp ? sql : `${setUp}; ${sql}`, format);
      reader.setUp = setUp;
      return result;
    });
  return {
    async read(query, format) {
      const { sql, parameters, bounds } = query;
      if (bounds.onlyReads === undefined) return await readNow(query, format);
      // Who leaves does not end the reading for the others: these queries are short.
      const shared = { ...query, bounds: { ...bounds, signal: undefined } };
      const key = `${database}; ${setStatement({}, parameters)}; ${format}; ${sql}`;
      return await engine.results.find(bounds.onlyReads, key, () => readNow(shared, format));
    },
    ping: () =>
      pool.use(async ({ session }) => {
        await session.query('SELECT 1');
      }),
    close: () => pool.close(),
  };
}

async function openReader(engine: EmbeddedEngine, database: string): Promise<Reader> {
  const session = engine.openToldSession();
  await session.query(`USE ${identifier(database)}`);
  return { session, setUp: undefined, close: async () => session.close() };
}
