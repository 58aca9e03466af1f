import { DIALECT_BASE_PATHS } from '@tonriver/api-model';
import { createBodyReader } from '@tonriver/http-server';
import type { Logger } from '@tonriver/logger';
import type { Metrics } from '@tonriver/telemetry';
import compression from 'compression';
import express, { type Express, type RequestHandler } from 'express';
import { contract } from './dialects/contract.ts';
import { deployed } from './dialects/deployed.ts';
import type { Dialect } from './dialects/dialect.ts';
import { apiVersion } from './middleware/api-version.ts';
import { crossOrigin } from './middleware/cross-origin.ts';
import { errors, unknownRoute } from './middleware/errors.ts';
import { requestContext } from './middleware/request-context.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import { timing } from './middleware/timing.ts';
import { createDecodeBodyRoute, createDecodeQueryRoute, type DecodeDependencies } from './routes/decode/handlers.ts';
import { ANSWER_LENGTH_MAX } from './routes/decode/route.ts';
import { createDocumentation } from './routes/documentation/route.ts';
import { createIndexedExamples } from './routes/documentation/indexed-examples.ts';
import type { Endpoint } from './routes/endpoint.ts';
import { healthcheck } from './routes/healthcheck/route.ts';
import { masterchainInfo } from './routes/masterchain-info/route.ts';
import { createMethodNotAllowed } from './routes/method-not-allowed.ts';
import { createNotImplementedHandler } from './routes/not-implemented/handler.ts';
import { missingRoutes } from './routes/not-implemented/routes.ts';
import { createPendingActionsHandler } from './routes/pending-actions/handler.ts';
import { createReadRoute, type ReadRouteDependencies } from './routes/read-route.ts';
import {
  createJsonRpcRoute,
  createRunGetMethodV2Route,
  createRunGetMethodV3Route,
} from './routes/run-get-method/routes.ts';
import type { GetMethodRouteDependencies } from './routes/run-get-method/run-call.ts';
import { masterchainBlockShardState, masterchainBlockShards } from './routes/shard-blocks/route.ts';
import { createSlicedWork } from './sliced-work.ts';
import { transactionsByMessage } from './routes/transactions-by-message/route.ts';

export interface AppDependencies extends ReadRouteDependencies, Omit<GetMethodRouteDependencies, 'readBody'> {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly now: () => number;
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly bodyBytesMax: number;
}

/** Creates the express application with all routes. It opens no port. */
export function createApp(dependencies: AppDependencies): Express {
  const { logger, metrics, now, servers } = dependencies;
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
  app.use(compression());
  app.use(healthcheck);
  app.use(createDocumentation({ servers, indexedExamples: createIndexedExamples(dependencies) }));
  const shared = { readBody: createBodyReader(), slicedWork: createSlicedWork(SLICED_WORK) };
  for (const dialect of [contract, deployed]) addDialect(app, dialect, { ...dependencies, ...shared });
  app.use(unknownRoute);
  app.use(errors);
  return app;
}

/** About the time that one page takes. The weight of bodies is their length; 32 of the longest answers are held. */
const SLICED_WORK = { sliceMs: 5, weightMax: 64 * 1024 * 1024, heldLengthMax: 32 * ANSWER_LENGTH_MAX };

function addDialect(app: Express, dialect: Dialect, dependencies: AppDependencies & DecodeDependencies): void {
  const base = DIALECT_BASE_PATHS[dialect.name];
  const read = <Query>(endpoint: Endpoint<Query>): { readonly GET: RequestHandler } => ({
    GET: createReadRoute(dependencies, dialect, endpoint),
  });
  addPath(app, `${base}/v3/masterchainInfo`, read(masterchainInfo));
  addPath(app, `${base}/v3/masterchainBlockShardState`, read(masterchainBlockShardState));
  addPath(app, `${base}/v3/masterchainBlockShards`, read(masterchainBlockShards));
  addPath(app, `${base}/v3/transactionsByMessage`, read(transactionsByMessage));
  addPath(app, `${base}/v3/decode`, {
    GET: createDecodeQueryRoute(dependencies, dialect),
    POST: createDecodeBodyRoute(dependencies, dialect),
  });
  addPath(app, `${base}/v3/pendingActions`, { GET: createPendingActionsHandler(dialect) });
  addPath(app, `${base}/v3/runGetMethod`, { POST: createRunGetMethodV3Route(dependencies, dialect) });
  addPath(app, `${base}/v2/runGetMethod`, { POST: createRunGetMethodV2Route(dependencies, dialect) });
  addPath(app, `${base}/v2/jsonRPC`, { POST: createJsonRpcRoute(dependencies) });
  for (const { path, methods, dialects } of missingRoutes) {
    if (!dialects.includes(dialect.name)) continue;
    const handler = createNotImplementedHandler(path.replace(/^\/v[23]\//, ''));
    addPath(app, `${base}${path}`, Object.fromEntries(methods.map((method) => [method, handler])));
  }
}

interface Methods {
  readonly GET?: RequestHandler;
  readonly POST?: RequestHandler;
}

function addPath(app: Express, path: string, { GET, POST }: Methods): void {
  if (GET !== undefined) app.get(path, GET);
  if (POST !== undefined) app.post(path, POST);
  const methods = [...(GET === undefined ? [] : ['GET']), ...(POST === undefined ? [] : ['POST'])];
  app.all(path, createMethodNotAllowed(methods));
}
