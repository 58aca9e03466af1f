import { openHttpServer } from '@tonriver/http-server';
import { answerHealth } from './answer-health.ts';
import type { Health } from './health.ts';
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

/** `/live`, `/ready` and `/metrics` on a port that has nothing else. */
export async function startHealthServer({ host, port, health, metrics }: HealthServerOptions): Promise<HealthServer> {
  const watching = new AbortController();
  const server = await openHttpServer({
    host,
    port,
    connectionsMax: CONNECTIONS_MAX,
    answer(request, response) {
      if (answerHealth({ health, metrics }, request, response)) return;
      const text = 'Not found: this port has /live, /ready and /metrics\n';
      response.writeHead(404, { 'content-type': 'text/plain' }).end(text);
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
