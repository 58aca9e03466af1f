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
  /** One connection more is closed at once. Never more than three quarters of the descriptors that there are. */
  readonly connectionsMax?: number;
  /** How long a whole request may take to arrive. 0: no limit; `answer` must then limit its bodies itself. */
  readonly requestMsMax?: number;
  /** How long a connection may be silent during an answer. 0: no limit; `answer` must then limit its answers itself. */
  readonly silenceMsMax?: number;
  /** Called when a stop begins, before anything else: `/ready` has to say so from then on. */
  readonly onStopping?: () => void;
}

export interface StopTimes {
  /**
   * How long requests are still taken, each answered with `Connection: close`: so long a balancer may need to notice
   * that this server is no longer ready. 0: new connections are refused at once.
   */
  readonly drainMs: number;
  /** When this much has passed since the stop began, connections that are left are cut. */
  readonly graceMs: number;
}

export interface HttpServer {
  readonly port: number;
  /**
   * Goes on for `drainMs`, closes the port and the connections on which nothing is asked, and waits for the answers
   * that are under way. A second call waits for the first.
   */
  readonly stop: (times: StopTimes) => Promise<void>;
}

const CONNECTIONS_MAX = 10_000;
/** Requests that wait on one connection; a client that sends more without reading an answer is cut off. */
const WAITING_REQUESTS_MAX = 32;

/** A client's connection: one request is answered, those that were sent without waiting for it stand in line. */
interface Connection {
  isAnswering: boolean;
  readonly waiting: (() => void)[];
}

/** The one way in which our ports are opened, bounded and closed. */
export async function openHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const { host, port, answer, headerBytesMax = 64 * 1024, connectionsMax = CONNECTIONS_MAX, onStopping } = options;
  const { requestMsMax = 30_000, silenceMsMax = 30_000 } = options;
  const answers = new Map<ServerResponse, Connection>();
  const connections = new Map<Socket, Connection>();
  let stopping: Promise<void> | undefined;

  const server = createServer(
    // Node looks for overdue requests every 30 seconds of itself: a limit of 10 would be one of 40.
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
        if (stopping !== undefined) sayLast(response, connection);
        answer(request, response);
      };
      // Node tells of a response that has not got its turn on the connection neither that it ended nor that the client
      // left: what began before would be worked for nobody and kept for ever.
      if (connection.isAnswering) connection.waiting.push(begin);
      else begin();
    },
  );
  // A client that sends its request by the byte, or does not read its answer, must not hold a connection for ever.
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
    for (const [response, connection] of answers) sayLast(response, connection);
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    if (drainMs > 0) await sleep(Math.min(drainMs, graceMs));
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeIdleConnections();
      // To Node a connection on which nothing was ever asked is one whose request is still coming.
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

/** The client is told that this connection ends with the answer: only when nothing that it has sent comes behind. */
function sayLast(response: ServerResponse, { waiting }: Connection): void {
  if (!response.headersSent && waiting.length === 0) response.setHeader('Connection', 'close');
}

/** Descriptors that the process may have; where the kernel does not tell, enough for every bound. */
function descriptorsMax(): number {
  try {
    const [, limit] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return limit === undefined ? Number.POSITIVE_INFINITY : Number(limit);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
