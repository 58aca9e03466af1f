import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Health, HealthReport } from './health.ts';
import type { Metrics } from './metrics.ts';

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

/**
 * `/live`, `/ready` (200 or 503 with the problems as JSON) and `/metrics`, for services without an API of their own.
 */
export async function startHealthServer({ host, port, health, metrics }: HealthServerOptions): Promise<HealthServer> {
  const server = createServer((request, response) => {
    const answer = (status: number, contentType: string, body: string): void => {
      response.writeHead(status, { 'content-type': contentType }).end(body);
    };
    const answerReport = (report: HealthReport): void =>
      answer(report.isOk ? 200 : 503, 'application/json', JSON.stringify(report.problems));
    const path = (request.url ?? '/').split('?', 1)[0];
    if (path === '/live') answerReport(health.live());
    else if (path === '/ready') answerReport(health.ready());
    else if (path === '/metrics') {
      metrics.render().then(
        (text) => answer(200, metrics.contentType, text),
        (error: unknown) => answer(500, 'text/plain', String(error)),
      );
    } else answer(404, 'text/plain', 'Not found: this port has /live, /ready and /metrics\n');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
