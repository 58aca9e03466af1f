import type { Metrics } from '@tonriver/telemetry';
import type { RequestHandler } from 'express';
import { contextOf } from './request-context.ts';

const SECONDS_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Adds `Server-Timing` to every answer, logs it at debug level, and counts it in metrics. */
export function timing({ metrics, now }: { readonly metrics: Metrics; readonly now: () => number }): RequestHandler {
  const requests = metrics.counter('tonriver_api_requests_total', 'Requests answered', [
    'endpoint',
    'method',
    'status',
  ]);
  const durations = metrics.histogram('tonriver_api_request_seconds', 'Time to answer', SECONDS_BUCKETS, ['endpoint']);
  return function timing(request, response, next) {
    const context = contextOf(response);
    const writeHead = response.writeHead.bind(response) as (...parameters: unknown[]) => typeof response;
    // The last moment at which a header can be set.
    response.writeHead = ((...parameters: unknown[]) => {
      if (!response.headersSent) {
        response.setHeader('Server-Timing', `app;dur=${(now() - context.startedMs).toFixed(1)}`);
      }
      return writeHead(...parameters);
    }) as typeof response.writeHead;
    response.on('close', () => {
      const durationMs = now() - context.startedMs;
      // 499: the caller left before the answer, so no status was sent.
      const status = response.writableFinished ? response.statusCode : 499;
      requests.inc({ endpoint: context.endpoint, method: request.method, status: String(status) });
      durations.observe({ endpoint: context.endpoint }, durationMs / 1000);
      context.logger.debug('Answered', { endpoint: context.endpoint, method: request.method, status, durationMs });
    });
    next();
  };
}
