import { Router } from 'express';

/** Serves `/healthcheck` as the deployed service does. The operator's own paths are those of `startApiServer`. */
export const healthcheck = Router();

healthcheck.get(['/healthcheck', '/api/v2/healthcheck', '/toncenter/api/v2/healthcheck'], (_request, response) => {
  response.type('text/plain').send('OK');
});
