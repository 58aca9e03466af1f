import type { ServerResponse } from 'node:http';
import { openHttpServer } from '@tonriver/http-server';
import type { Health, HealthReport } from './health.ts';
import type { Metrics } from './metrics.ts';
import { watchProcess } from './watch-process.ts';

export interface HealthServerOptions {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  readonly health: Health;
  readonly metrics: Metrics;
}

export interface HealthServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** Only the operator's own tools ask here: a supervisor, a metrics collector, a few people. */
const CONNECTIONS_MAX = 256;
/** Answers take no time, so a client that has not read its answer by then is cut. */
const GRACE_MS = 500;

/**
 * `/live`, `/ready` (200 or 503 with the problems as JSON) and `/metrics`, for services without an API of their own.
 */
export async function startHealthServer({ host, port, health, metrics }: HealthServerOptions): Promise<HealthServer> {
  const watching = new AbortController();
  const server = await openHttpServer({
    host,
    port,
    connectionsMax: CONNECTIONS_MAX,
    answer(request, response) {
      const path = (request.url ?? '/').split('?', 1)[0];
      if (path === '/live') answerReport(response, health.live());
      else if (path === '/ready') answerReport(response, health.ready());
      else if (path === '/metrics') void answerMetrics(response, metrics);
      else answer(response, 404, 'text/plain', 'Not found: this port has /live, /ready and /metrics\n');
    },
  });
  void watchProcess({ health }, watching.signal);
  return {
    port: server.port,
    async stop() {
      watching.abort();
      await server.stop({ drainMs: 0, graceMs: GRACE_MS });
    },
  };
}

function answer(response: ServerResponse, status: number, contentType: string, body: string): void {
  response.writeHead(status, { 'content-type': contentType }).end(body);
}

function answerReport(response: ServerResponse, { isOk, problems }: HealthReport): void {
  answer(response, isOk ? 200 : 503, 'application/json', JSON.stringify(problems));
}

async function answerMetrics(response: ServerResponse, metrics: Metrics): Promise<void> {
  try {
    answer(response, 200, metrics.contentType, await metrics.render());
  } catch (error) {
    answer(response, 500, 'text/plain', String(error));
  }
}
