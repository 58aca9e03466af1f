import type { Health, HealthReport, Metrics } from '@tonriver/telemetry';
import { type Response, Router } from 'express';

/** Serves `/live`, `/ready` and `/metrics` for the operator, and `/healthcheck` as in the deployed service. */
export function createHealthRoutes({
  health,
  metrics,
}: {
  readonly health: Health;
  readonly metrics: Metrics;
}): Router {
  const router = Router();
  const answer = (response: Response, { isOk, problems }: HealthReport): void => {
    response.status(isOk ? 200 : 503).json(problems);
  };
  router.get('/live', (_request, response) => answer(response, health.live()));
  router.get('/ready', (_request, response) => answer(response, health.ready()));
  router.get(['/healthcheck', '/api/v2/healthcheck', '/toncenter/api/v2/healthcheck'], (_request, response) => {
    response.type('text/plain').send('OK');
  });
  router.get('/metrics', async (_request, response) => {
    response.set('Content-Type', metrics.contentType).send(await metrics.render());
  });
  return router;
}
