import { type HttpServerOptions, openHttpServer, type StopTimes } from '@tonriver/http-server';
import { answerHealth } from './answer-health.ts';
import type { Health } from './health.ts';
import { startHealthServer } from './health-server.ts';
import type { Metrics } from './metrics.ts';
import { watchProcess } from './watch-process.ts';

export interface ApiServerOptions extends Omit<HttpServerOptions, 'onStopping'> {
  /**
   * A port that has `/live`, `/ready` and `/metrics` and nothing else; 0 takes a free port. Absent: they are on `port`,
   * beside what `answer` has.
   */
  readonly healthPort?: number | undefined;
  readonly health: Health;
  readonly metrics: Metrics;
}

export interface ApiServer {
  readonly port: number;
  /** The port that has `/live`, `/ready` and `/metrics`: one of its own, or `port`. */
  readonly healthPort: number;
  /**
   * `/ready` says 503 at once. Requests are still taken during the drain, and running ones may end. A health port of
   * its own closes last, so that whoever asks there learns of the stop until the API is closed.
   */
  stop(times: StopTimes): Promise<void>;
}

/** Opens the port of a service that answers requests, and its health on that port or on one of its own. */
export async function startApiServer(options: ApiServerOptions): Promise<ApiServer> {
  const { healthPort, health, metrics, answer, ...http } = options;
  const hasOwnPort = healthPort !== undefined;
  const api = await openHttpServer({
    ...http,
    onStopping: () => health.condition('shutdown', 'the service stops: ask another one'),
    answer(request, response) {
      if (hasOwnPort || !answerHealth({ health, metrics }, request, response)) answer(request, response);
    },
  });
  const watching = new AbortController();
  if (!hasOwnPort) {
    void watchProcess({ health }, watching.signal);
    return {
      port: api.port,
      healthPort: api.port,
      async stop(times) {
        await api.stop(times);
        watching.abort();
      },
    };
  }
  try {
    const server = await startHealthServer({ host: http.host, port: healthPort, health, metrics });
    return {
      port: api.port,
      healthPort: server.port,
      async stop(times) {
        await api.stop(times);
        await server.stop();
      },
    };
  } catch (error) {
    await api.stop({ drainMs: 0, graceMs: 0 });
    throw error;
  }
}
