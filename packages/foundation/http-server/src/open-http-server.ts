import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface HttpServerOptions {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  readonly answer: (request: IncomingMessage, response: ServerResponse) => void;
  /** Request line and headers. */
  readonly headerBytesMax?: number;
  /** Further connections are closed at once. Capped at three quarters of the process's file descriptors. */
  readonly connectionsMax?: number;
  /** How long a whole request may take to arrive. 0: no limit; `answer` must then limit its bodies itself. */
  readonly requestMsMax?: number;
  /** How long a connection may be silent during an answer. 0: no limit; `answer` must then limit its answers itself. */
  readonly silenceMsMax?: number;
  /** Called first when a stop begins: from then on `/ready` must report it. */
  readonly onStopping?: () => void;
}

export interface StopTimes {
  /**
   * How long requests are still taken, each answered with `Connection: close`. A load balancer needs this time to
   * notice that this server is no longer ready. 0: new connections are refused at once.
   */
  readonly drainMs: number;
  /** This long after the stop began, all connections that are left are cut. */
  readonly graceMs: number;
}

export interface HttpServer {
  readonly port: number;
  /**
   * Takes requests for `drainMs` more, then closes the port and idle connections, and waits for running answers. A
   * second call waits for the first.
   */
  readonly stop: (times: StopTimes) => Promise<void>;
}

const CONNECTIONS_MAX = 10_000;
/** Requests that may wait on one connection. A client that sends more of them without waiting is cut off. */
const WAITING_REQUESTS_MAX = 32;

/** A client's connection. One request is answered at a time; requests sent without waiting (pipelining) queue up. */
interface Connection {
  isAnswering: boolean;
  readonly waiting: (() => void)[];
}

/** Opens a port. Every HTTP port of Tonriver is opened, bounded and closed here. */
export async function openHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const { host, port, answer, headerBytesMax = 64 * 1024, connectionsMax = CONNECTIONS_MAX, onStopping } = options;
  const { requestMsMax = 30_000, silenceMsMax = 30_000 } = options;
  const answers = new Map<ServerResponse, Connection>();
  const connections = new Map<Socket, Connection>();
  let stopping: Promise<void> | undefined;

  const server = createServer(
    // By default Node looks for overdue requests every 30 seconds: a limit of 10 seconds could become one of 40.
    { maxHeaderSize: headerBytesMax, connectionsCheckingInterval: 2_000 },
    (request, response) => {
      const connection = connections.get(request.socket);
      if (connection === undefined || connection.waiting.length >= WAITING_REQUESTS_MAX) {
        request.socket.destroy();
        return;
      }
      const begin = (): void => {
        connection.isAnswering = true;
        answers.set(response, connection);
        response.once('close', () => {
          answers.delete(response);
          connection.isAnswering = false;
          connection.waiting.shift()?.();
        });
        if (stopping !== undefined) askToLeave(response, connection);
        answer(request, response);
      };
      // A request begins only after the answer before it has ended. Node emits no `close` for a response that waits
      // behind another one: if its client left, its work would go on for nobody and be kept in memory for ever.
      if (connection.isAnswering) connection.waiting.push(begin);
      else begin();
    },
  );
  // A client that sends its request byte by byte, or does not read its answer, must not keep a connection for ever.
  server.headersTimeout = 10_000;
  server.requestTimeout = requestMsMax;
  server.timeout = silenceMsMax;
  server.keepAliveTimeout = 65_000;
  server.maxConnections = Math.min(connectionsMax, Math.floor(0.75 * descriptorsMax()));
  server.on('connection', (socket) => {
    const connection: Connection = { isAnswering: false, waiting: [] };
    connections.set(socket, connection);
    socket.prependOnceListener('close', () => {
      connection.waiting.length = 0;
      connections.delete(socket);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });

  const stop = async ({ drainMs, graceMs }: StopTimes): Promise<void> => {
    onStopping?.();
    for (const [response, connection] of answers) askToLeave(response, connection);
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    if (drainMs > 0) await sleep(Math.min(drainMs, graceMs));
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeIdleConnections();
      // Node does not count these connections as idle: it still expects their first request.
      for (const socket of connections.keys()) if (socket.bytesRead === 0) socket.destroy();
    });
    clearTimeout(cut);
  };
  return {
    port: (server.address() as AddressInfo).port,
    stop(times) {
      stopping ??= Promise.resolve().then(() => stop(times));
      return stopping;
    },
  };
}

/** Asks the client to leave after this answer, unless it has already sent further requests on this connection. */
function askToLeave(response: ServerResponse, { waiting }: Connection): void {
  if (!response.headersSent && waiting.length === 0) response.setHeader('Connection', 'close');
}

/** File descriptors that the process may open; infinity where the system does not say. */
function descriptorsMax(): number {
  try {
    const [, limit] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return limit === undefined ? Number.POSITIVE_INFINITY : Number(limit);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
