import { DIALECT_BASE_PATHS } from '@tonriver/api-model';
import { createBodyReader } from '@tonriver/http-server';
import type { Logger } from '@tonriver/logger';
import type { Metrics } from '@tonriver/telemetry';
import compression from 'compression';
import express, { type Express, type IRoute } from 'express';
import { contract } from './dialects/contract.ts';
import { deployed } from './dialects/deployed.ts';
import type { Dialect } from './dialects/dialect.ts';
import { createDocumentation } from './documentation/documentation.ts';
import { createIndexedExamples } from './documentation/indexed-examples.ts';
import { ANSWER_LENGTH_MAX } from './endpoints/decode/decode.ts';
import type { Endpoint, Methods } from './endpoints/endpoint.ts';
import { endpoints } from './endpoints/index.ts';
import { missingRoutes } from './endpoints/not-implemented.ts';
import { createExplorer } from './explorer/explorer.ts';
import type { LiveRounds } from './explorer/live-rounds.ts';
import { apiVersion } from './middleware/api-version.ts';
import { crossOrigin } from './middleware/cross-origin.ts';
import { errors, unknownRoute } from './middleware/errors.ts';
import { requestContext } from './middleware/request-context.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import { timing } from './middleware/timing.ts';
import { healthcheck } from './serving/healthcheck.ts';
import { createFixedPaths } from './serving/fixed-paths.ts';
import { createMethodNotAllowed } from './serving/method-not-allowed.ts';
import { createNotImplementedHandler } from './serving/not-implemented.ts';
import type { RouteDependencies } from './serving/route-dependencies.ts';
import { createSlicedWork } from './sliced-work.ts';

export interface AppDependencies extends Omit<RouteDependencies, 'readBody' | 'slicedWork'> {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly now: () => number;
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  /** What the explorer listens to; absent: there is no explorer. */
  readonly live: LiveRounds | undefined;
}

/** Creates the express application with all routes. It opens no port. */
export function createApp(dependencies: AppDependencies): Express {
  const { logger, metrics, now, servers, live } = dependencies;
  const routes = { ...dependencies, readBody: createBodyReader(), slicedWork: createSlicedWork(SLICED_WORK) };
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.set('case sensitive routing', true);
  app.use(requestContext({ logger, now }));
  app.use(timing({ metrics, now }));
  app.use(securityHeaders({ serverUrls: servers.map(({ url }) => url) }));
  app.use(crossOrigin);
  app.use(apiVersion);
  // Most requests are for answers that are kept compressed. They pass no further layers.
  for (const dialect of [contract, deployed]) addPaths(app, dialect, '/v3/', keptPaths(routes, dialect));
  // Its files are kept compressed, and its events must not wait to be compressed.
  if (live !== undefined) app.use(createExplorer(live));
  app.use(compression());
  app.use(healthcheck);
  app.use(createDocumentation({ servers, indexedExamples: createIndexedExamples(dependencies) }));
  for (const dialect of [contract, deployed]) {
    const paths = [...otherPaths(routes, dialect), ...missingPaths];
    for (const generation of ['/v3/', '/v2/', '/'] as const) addPaths(app, dialect, generation, paths);
  }
  app.use(unknownRoute);
  app.use(errors);
  return app;
}

/** About the time that one page takes. The weight of bodies is their length; 32 of the longest answers are held. */
const SLICED_WORK = { sliceMs: 5, weightMax: 64 * 1024 * 1024, heldLengthMax: 32 * ANSWER_LENGTH_MAX };

type Path = readonly [path: string, methods: Methods];

/** The endpoints whose answers are kept compressed. All are of v3, because v2 puts an envelope around them. */
function keptPaths(dependencies: RouteDependencies, dialect: Dialect): readonly Path[] {
  return pathsOf(
    endpoints.filter(({ keepsCompressed }) => keepsCompressed),
    dependencies,
    dialect,
  );
}

function otherPaths(dependencies: RouteDependencies, dialect: Dialect): readonly Path[] {
  return pathsOf(
    endpoints.filter(({ keepsCompressed }) => !keepsCompressed),
    dependencies,
    dialect,
  );
}

function pathsOf(some: readonly Endpoint[], dependencies: RouteDependencies, dialect: Dialect): readonly Path[] {
  return some.flatMap(({ paths, createMethods }) => {
    const methods = createMethods(dependencies, dialect);
    return paths.map((path): Path => [path, methods]);
  });
}

/** The same in both dialects. */
const missingPaths: readonly Path[] = missingRoutes.map(({ path, methods }) => {
  const handler = createNotImplementedHandler(path.replace(/^\/v[23]\//, ''));
  return [path, Object.fromEntries(methods.map((method) => [method, handler]))];
});

/**
 * Adds the paths of one generation; `/` has those of none. They are apart because the deployed service finds paths of
 * v3 in any case, but not of v2.
 */
function addPaths(app: Express, dialect: Dialect, generation: '/v3/' | '/v2/' | '/', paths: readonly Path[]): void {
  const fixed = createFixedPaths({ ignoresCase: dialect.ignoresCase && generation === '/v3/' });
  const generationOf = (path: string): string => /^\/v[23]\//.exec(path)?.[0] ?? '/';
  for (const [path, methods] of paths) {
    if (generationOf(path) === generation) addPath(fixed.route(path), dialect, path, methods);
  }
  app.use(DIALECT_BASE_PATHS[dialect.name], fixed.handle);
}

function addPath(route: IRoute, dialect: Dialect, path: string, { GET, POST }: Methods): void {
  const methods = [...(GET === undefined ? [] : ['GET']), ...(POST === undefined ? [] : ['POST'])];
  const notAllowed = createMethodNotAllowed(methods);
  if (GET !== undefined) route.get(GET);
  // In the deployed service a method of v2 that only takes POST does not exist for GET. jsonRPC does.
  else if (dialect.name === 'deployed' && path.startsWith('/v2/') && path !== '/v2/jsonRPC') {
    route.head(notAllowed).get(unknownRoute);
  }
  if (POST !== undefined) route.post(POST);
  route.all(notAllowed);
}
