import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from '@jest/globals';
import express, { type IRoute, Router } from 'express';
import { createFixedPaths } from './fixed-paths.ts';

const servers: Server[] = [];
afterAll(() => servers.forEach((server) => server.close()));

/** Adds the same routes in both ways, one path in two parts. */
function addRoutes(route: (path: string) => IRoute): void {
  route('/v3/one').get((_request, response) => void response.send('one'));
  route('/v3/two')
    .get((_request, _response, next) => next(new Error('two fails')))
    .all((_request, response) => void response.status(405).send('only GET'));
  route('/v3/One/More').post((request, response) => void response.send(`${request.baseUrl} ${request.path}`));
  route('/v3/one').post((_request, response) => void response.send('one, posted'));
}

async function serve(handle: express.RequestHandler): Promise<(method: string, path: string) => Promise<string>> {
  const app = express();
  app.set('case sensitive routing', true);
  app.use('/api', handle);
  app.use((_request, response) => void response.status(404).send('nothing'));
  app.use(((error: Error, _request, response, _next) => {
    response.status(500).send(error.message);
  }) satisfies express.ErrorRequestHandler);
  const server = app.listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return async (method, path) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method });
    return `${response.status} ${await response.text()}`;
  };
}

const paths = [
  '/api/v3/one',
  '/api/v3/one/',
  '/api/v3/one//',
  '/api/v3/one?to=/api/v3/two',
  '/api/v3/ONE',
  '/api/v3/one/more',
  '/api/v3/One/More',
  '/api/v3/One/More/',
  '/api/v3/one/more/still',
  '/api/v3/%6Fne',
  '/api/v3/%',
  '/api/v3/two',
  '/api//v3/two',
  '/api/v3',
  '/api',
  '/v3/one',
];

describe.each([true, false])('routes by their paths, the case being ignored: %s', (ignoresCase) => {
  it.each(['GET', 'HEAD', 'POST', 'OPTIONS', 'DELETE'])(
    'answer %s as a router with all of them does',
    async (method) => {
      const router = Router({ caseSensitive: !ignoresCase });
      addRoutes((path) => router.route(path));
      const fixed = createFixedPaths({ ignoresCase });
      addRoutes((path) => fixed.route(path));
      const [ask, askFixed] = [await serve(router), await serve(fixed.handle)];
      const asked = async (of: typeof ask): Promise<string[]> =>
        await Promise.all(paths.map(async (path) => `${path}: ${await of(method, path)}`));
      const answers = await asked(askFixed);
      expect(answers).toEqual(await asked(ask));
      expect(new Set(answers.map((answer) => answer.split(': ')[1])).size).toBeGreaterThan(1);
    },
  );
});

it('paths with parameters are refused', () => {
  expect(() => createFixedPaths({ ignoresCase: false }).route('/v3/:what')).toThrow('not a fixed path: /v3/:what');
});
