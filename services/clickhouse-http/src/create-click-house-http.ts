import type { EmbeddedStore } from '@tonriver/chdb';
import { type HttpServer, isLoopback, openHttpServer } from '@tonriver/http-server';
import type { Logger } from '@tonriver/logger';
import { createAnswerer } from './answer-request.ts';
import type { Backend } from './backend.ts';
import { ClickHouseHttpError } from './errors.ts';
import { openFullBackend } from './full/open-full-backend.ts';
import { createLimiter } from './http/limiter.ts';
import { openReadOnlyBackend } from './read-only/open-read-only-backend.ts';
import { defaultReadOnlyBounds, type ReadOnlyBounds } from './read-only/session-settings.ts';

interface CommonOptions {
  /** A loopback address or name; others are refused. */
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  readonly logger: Logger;
  /** When set, every request must carry it. */
  readonly password?: string;
  /** Statements that run at once. */
  readonly queriesMax?: number;
  /** Statements that wait their turn; more are refused with 503. */
  readonly waitingQueriesMax?: number;
  /** How long a statement waits; then it is refused with 503. */
  readonly waitMsMax?: number;
  /** How long a request's body may take to arrive. */
  readonly bodyMsMax?: number;
  /** A client that reads nothing of its answer for this long is cut off. */
  readonly stallMsMax?: number;
  /** For the whole answer; in read-only mode a minute. */
  readonly sendMsMax?: number;
}

/** Full access to ClickHouse, for the processes of one deployment. */
export interface FullOptions extends CommonOptions {
  readonly mode: 'full';
  /** An embedded store: its engine answers, its database is the default one. */
  readonly store: Pick<EmbeddedStore, 'database'> & Partial<Pick<EmbeddedStore, 'engine'>>;
  /** Bytes of one INSERT's data. */
  readonly dataBytesMax?: number;
}

/** Read-only access to the tables, for any tool. */
export interface ReadOnlyOptions extends CommonOptions {
  readonly mode: 'read-only';
  /** Data directory of an engine. Another process may have it open and write to it. */
  readonly path: string;
  readonly database: string;
  /** Limits for one statement. */
  readonly bounds?: ReadOnlyBounds;
}

export type ClickHouseHttpOptions = FullOptions | ReadOnlyOptions;

export interface RunningClickHouseHttp {
  readonly port: number;
  readonly url: string;
  /** How many statements run and wait, and how many bodies are read. */
  load(): { readonly running: number; readonly waiting: number; readonly bodies: number };
  /** Ends connections after the requests in flight, at most `graceMs` later. Repeatable. */
  stop(graceMs?: number): Promise<void>;
}

/** The address of a request may contain a whole statement. */
const headerBytesMax = 256 * 1024;
const connectionsMax = 512;
/** More bodies are refused: each may be as large as a statement. */
const bodiesMax = 128;

/**
 * ClickHouse's HTTP interface, for `@clickhouse/client`, curl and other tools. It closes neither the store nor the
 * engine.
 * @throws ClickHouseHttpError `not_loopback` for a host that other machines could reach
 */
export function createClickHouseHttp(options: ClickHouseHttpOptions): {
  start(): Promise<RunningClickHouseHttp>;
} {
  const { host, port } = options;
  if (!isLoopback(host.toLowerCase())) {
    throw new ClickHouseHttpError('not_loopback', `The ClickHouse port listens on loopback only, not on ${host}`, {
      status: 500,
      serverCode: 36,
      serverName: 'BAD_ARGUMENTS',
    });
  }
  const openBackend = backendOpener(options);
  return {
    async start() {
      const isFull = options.mode === 'full';
      const backend = await openBackend();
      const places = createLimiter({
        runningMax: options.queriesMax ?? (isFull ? 4 : 1),
        waitingMax: options.waitingQueriesMax ?? (isFull ? 256 : 64),
        waitMsMax: options.waitMsMax ?? (isFull ? 330_000 : 30_000),
      });
      const bodies = createLimiter({ runningMax: bodiesMax, waitingMax: 0, waitMsMax: 1 });
      const answer = createAnswerer({
        backend,
        logger: options.logger,
        password: options.password,
        places,
        bodies,
        bodyMsMax: options.bodyMsMax ?? (isFull ? 300_000 : 30_000),
        stallMsMax: options.stallMsMax ?? (isFull ? 330_000 : 30_000),
        // A place is held until the answer is sent; what runs is bounded already. Own services read long results.
        sendMsMax: options.sendMsMax ?? (isFull ? undefined : 60_000),
      });
      const server = await openHttpServer({
        host: host.replace(/^\[|\]$/g, ''),
        port,
        answer: (request, response) => void answer(request, response),
        headerBytesMax,
        connectionsMax,
        // Bodies and answers have their own time limits; those of the server would end requests whose statement runs.
        requestMsMax: 0,
        silenceMsMax: 0,
      }).catch(async (error: unknown) => {
        await backend.close();
        throw error;
      });
      const load = () => ({ ...places.load(), bodies: bodies.load().running });
      return running({ server, host, backend, load });
    },
  };
}

function backendOpener(options: ClickHouseHttpOptions): () => Promise<Backend> {
  if (options.mode === 'read-only') {
    const { path, database, logger, bounds = defaultReadOnlyBounds } = options;
    return () => openReadOnlyBackend({ path, database, logger, bounds });
  }
  const { engine, database } = options.store;
  if (engine === undefined) {
    throw new ClickHouseHttpError(
      'not_supported',
      'The ClickHouse port needs a store over the engine in this process',
      { status: 500, serverCode: 48, serverName: 'NOT_IMPLEMENTED' },
    );
  }
  return () => openFullBackend({ engine, database, dataBytesMax: options.dataBytesMax ?? 1024 ** 3 });
}

function running({
  server,
  host,
  backend,
  load,
}: {
  readonly server: HttpServer;
  readonly host: string;
  readonly backend: Backend;
  readonly load: RunningClickHouseHttp['load'];
}): RunningClickHouseHttp {
  const { port } = server;
  const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  let stopped: Promise<void> | undefined;
  return {
    port,
    url: `http://${name}:${port}`,
    load,
    stop(graceMs = 5000) {
      stopped ??= server.stop({ drainMs: 0, graceMs }).then(() => backend.close());
      return stopped;
    },
  };
}
