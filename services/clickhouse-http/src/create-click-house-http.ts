import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ClickHouseStore, EmbeddedEngine } from '@tonriver/clickhouse';
import type { Logger } from '@tonriver/logger';
import { createAnswerer } from './answer-request.ts';
import { ClickHouseHttpError } from './errors.ts';
import { isLoopback } from './http/check-caller.ts';
import { defaultReadOnlyBounds, type ReadOnlyBounds } from './read-only/session-settings.ts';

export interface ClickHouseHttpOptions {
  /** An embedded store: its engine answers, its database is the default one. */
  readonly store: Pick<ClickHouseStore, 'database'> & { readonly engine?: EmbeddedEngine };
  /** A loopback address or name; nothing else is listened on. */
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  /**
   * `full`: everything ClickHouse does, for the processes of one deployment.
   * `read-only`: reading the tables, for any tool a person points at it.
   */
  readonly mode: 'full' | 'read-only';
  readonly logger: Logger;
  /** When set, every request must carry it. */
  readonly password?: string;
  /** What one query may cost in read-only mode. */
  readonly readOnlyBounds?: ReadOnlyBounds;
  /** Queries that run at once; the engine shares its threads with everything else in the process. */
  readonly queriesMax?: number;
  /** Queries that wait their turn; more are refused with 503. */
  readonly waitingQueriesMax?: number;
  /** Bytes of one INSERT's data. */
  readonly dataBytesMax?: number;
}

export interface RunningClickHouseHttp {
  readonly port: number;
  readonly url: string;
  /** Ends connections after the requests in flight, at most `graceMs` later. Repeatable. */
  stop(graceMs?: number): Promise<void>;
}

/**
 * ClickHouse's HTTP interface over the engine in this process: what `@clickhouse/client`, curl and other tools speak.
 * It owns neither store nor engine. @throws ClickHouseHttpError `not_loopback` for a host others could reach
 */
export function createClickHouseHttp(options: ClickHouseHttpOptions): {
  start(): Promise<RunningClickHouseHttp>;
} {
  const { store, host, port } = options;
  if (!isLoopback(host.toLowerCase())) {
    throw new ClickHouseHttpError('not_loopback', `The ClickHouse port listens on loopback only, not on ${host}`, {
      status: 500,
      serverCode: 36,
      serverName: 'BAD_ARGUMENTS',
    });
  }
  const { engine } = store;
  if (engine === undefined) {
    throw new ClickHouseHttpError(
      'not_supported',
      'The ClickHouse port needs a store over the engine in this process',
      {
        status: 500,
        serverCode: 48,
        serverName: 'NOT_IMPLEMENTED',
      },
    );
  }
  return {
    async start() {
      const answer = await createAnswerer({
        engine,
        database: store.database,
        mode: options.mode,
        logger: options.logger,
        password: options.password,
        readOnlyBounds: options.readOnlyBounds ?? defaultReadOnlyBounds,
        queriesMax: options.queriesMax ?? (options.mode === 'full' ? 4 : 2),
        waitingQueriesMax: options.waitingQueriesMax ?? 256,
        dataBytesMax: options.dataBytesMax ?? 1024 ** 3,
      });
      const server = createServer({ maxHeaderSize: 256 * 1024, requestTimeout: 330_000 }, (request, response) => {
        void answer(request, response);
      });
      // Clients keep connections for the next query; one that is silent for so long is gone.
      server.keepAliveTimeout = 65_000;
      server.headersTimeout = 70_000;
      // A client that takes nothing of its answer for so long gives its place back.
      server.timeout = 330_000;
      await listen(server, host, port);
      return running(server, host);
    },
  };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host.replace(/^\[|\]$/g, ''), () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function running(server: Server, host: string): RunningClickHouseHttp {
  const { port } = server.address() as AddressInfo;
  const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  let stopped: Promise<void> | undefined;
  return {
    port,
    url: `http://${name}:${port}`,
    stop(graceMs = 5000) {
      stopped ??= new Promise((resolve) => {
        const timer = setTimeout(() => server.closeAllConnections(), graceMs);
        server.close(() => {
          clearTimeout(timer);
          resolve();
        });
        server.closeIdleConnections();
      });
      return stopped;
    },
  };
}
