import { Readable } from 'node:stream';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { type ColumnList, identifier, type QueryParameters } from '@tonriver/row-schema';
import type { ClickHouseStore, EngineBounds, QueryBounds } from './click-house-store.ts';
import { binaryResultFormat, decodePieces, decodeResult } from './decode-result.ts';
import {
  checkParameters,
  checkWanted,
  defaultQueryBounds,
  insertSettings,
  plainParameter,
  querySettings,
} from './query-bounds.ts';
import { storeErrorOf, writtenRowsMismatch } from './store-error.ts';

export interface ServerStoreOptions {
  readonly url: string;
  readonly database: string;
  readonly username?: string;
  readonly password?: string;
  /** Requests in flight at once; more wait. */
  readonly connectionsMax?: number;
  /** A request without an answer is given up after this time. It is longer than any bound on execution. */
  readonly requestTimeoutMs?: number;
  /** Instead of `defaultQueryBounds`. */
  readonly bounds?: QueryBounds;
}

/** Size of one piece of an insert's body: a large batch is sent in pieces. */
const bodyPieceBytes = 1024 * 1024;

/** A ClickHouse server over HTTP. Connections are made when they are first needed. */
export function openServerStore(options: ServerStoreOptions): ClickHouseStore {
  const client = createClient({
    url: options.url,
    database: options.database,
    ...(options.username === undefined ? {} : { username: options.username }),
    ...(options.password === undefined ? {} : { password: options.password }),
    application: 'tonriver',
    max_open_connections: options.connectionsMax ?? 10,
    request_timeout: options.requestTimeoutMs ?? 330_000,
    // Answers are small or already compact, and the server is near: compression would only add latency.
    compression: { request: false, response: false },
    keep_alive: { enabled: true },
    // Every failure is thrown; its caller logs it once, with what it was about.
    log: { level: ClickHouseLogLevel.OFF },
  });
  const defaults: EngineBounds = { ...defaultQueryBounds, ...options.bounds };
  const call = createCaller(client, defaults);
  let isClosed = false;

  return {
    database: options.database,
    query: <Row>(sql: string, parameters: QueryParameters = {}, bounds: QueryBounds = {}) =>
      call.guarded(sql, async () => {
        const result = await client.query({ ...call.request(sql, parameters, bounds), format: 'JSONEachRow' });
        return await result.json<Row>();
      }),
    select: (columns, sql, parameters = {}, bounds = {}) =>
      call.guarded(
        sql,
        async () => {
          const pieces: Uint8Array[] = [];
          for await (const piece of await call.binary(sql, parameters, bounds)) pieces.push(piece);
          return decodeResult(
            columns,
            pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces),
          );
        },
        bounds,
      ),
    async *stream(columns, sql, parameters = {}, bounds = {}) {
      try {
        yield* decodePieces(columns, await call.binary(sql, parameters, bounds));
      } catch (error) {
        throw storeErrorOf(error, 'http', { sql: sql.slice(0, 200) });
      }
    },
    command: (sql, parameters = {}) =>
      call.guarded(sql, async () => {
        await client.command(call.request(sql, parameters, {}, insertSettings));
      }),
    insertRows: (table, rows) =>
      call.guarded(`INSERT INTO ${table.name}`, async () => {
        if (rows.rowCount === 0 && rows.bytes.length === 0) return;
        const written = await insertOverHttp(client, table, rows.bytes);
        if (written !== rows.rowCount) throw writtenRowsMismatch(table.name, rows.rowCount, written);
      }),
    ping: () =>
      call.guarded('SELECT 1', async () => {
        const result = await client.query({ query: 'SELECT 1', format: 'TabSeparated' });
        await result.text();
      }),
    async close() {
      if (isClosed) return;
      isClosed = true;
      await client.close();
    },
  };
}

async function insertOverHttp(
  client: ClickHouseClient,
  table: { readonly name: string; readonly columns: ColumnList },
  bytes: Uint8Array,
): Promise<number> {
  const names = table.columns.map((column) => identifier(column.name)).join(', ');
  const { stream, summary } = await client.exec({
    query: `INSERT INTO ${identifier(table.name)} (${names}) FORMAT RowBinary`,
    values: Readable.from(piecesOf(bytes), { objectMode: false }),
    clickhouse_settings: { ...insertSettings, wait_end_of_query: 1 },
  });
  for await (const _ of stream) {
    // Only its end matters: the answer to an insert is empty.
  }
  return Number(summary?.written_rows ?? Number.NaN);
}

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += bodyPieceBytes) yield bytes.subarray(at, at + bodyPieceBytes);
}

/** Returns the part that all calls share: it turns bounds and parameters into a request, and errors into typed ones. */
function createCaller(client: ClickHouseClient, defaults: EngineBounds) {
  const request = (
    sql: string,
    parameters: QueryParameters,
    bounds: QueryBounds,
    settings: Readonly<Record<string, number | string>> = querySettings({ ...defaults, ...bounds }),
  ) => {
    checkParameters(sql, parameters);
    checkWanted(bounds);
    return {
      ...(bounds.signal === undefined ? {} : { abort_signal: bounds.signal }),
      query: sql,
      query_params: Object.fromEntries(
        Object.entries(parameters).map(([name, value]) => [name, plainParameter(value)]),
      ),
      clickhouse_settings: settings,
    };
  };
  return {
    request,
    async binary(sql: string, parameters: QueryParameters, bounds: QueryBounds): Promise<AsyncIterable<Uint8Array>> {
      const { query, clickhouse_settings, ...rest } = request(sql, parameters, bounds);
      const { stream } = await client.exec({
        ...rest,
        query: `${query}\nFORMAT ${binaryResultFormat}`,
        // The server answers at the end of the query: an error in the middle of binary rows could be read as rows.
        clickhouse_settings: {
          ...clickhouse_settings,
          wait_end_of_query: 1,
          // A client that closes the connection does not want the answer any more. Set only where a signal may close
          // it: a read-only port refuses changed settings.
          ...(bounds.signal === undefined ? {} : { cancel_http_readonly_queries_on_client_close: 1 }),
        },
      });
      return stream as AsyncIterable<Uint8Array>;
    },
    async guarded<Result>(sql: string, action: () => Promise<Result>, bounds: QueryBounds = {}): Promise<Result> {
      try {
        return await action();
      } catch (error) {
        // An aborted call closes the connection; clients report that as different errors.
        checkWanted(bounds);
        throw storeErrorOf(error, 'http', { sql: sql.slice(0, 200) });
      }
    },
  };
}
