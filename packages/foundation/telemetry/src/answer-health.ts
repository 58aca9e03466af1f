import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Health, HealthReport } from './health.ts';
import type { Metrics } from './metrics.ts';

/**
 * Answers `/live`, `/ready` (200 or 503 with the problems as JSON) and `/metrics`.
 *
 * @returns false when the request is for something else and was not answered
 */
export function answerHealth(
  { health, metrics }: { readonly health: Health; readonly metrics: Metrics },
  { url = '/', method }: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const path = url.split('?', 1)[0];
  if (path === '/live') answerReport(response, health.live());
  else if (path === '/ready') answerReport(response, health.ready());
  else if (path === '/metrics') void answerMetrics(response, metrics);
  else return false;
  return true;
}

function answerReport(response: ServerResponse, { isOk, problems }: HealthReport): void {
  response.writeHead(isOk ? 200 : 503, { 'content-type': 'application/json' }).end(JSON.stringify(problems));
}

async function answerMetrics(response: ServerResponse, metrics: Metrics): Promise<void> {
  try {
    const text = await metrics.render();
    response.writeHead(200, { 'content-type': metrics.contentType }).end(text);
  } catch (error) {
    response.writeHead(500, { 'content-type': 'text/plain' }).end(String(error));
  }
}
