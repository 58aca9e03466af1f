// Composition root of the get-method executor: ClickHouse in, results of get-methods out over HTTP.
import { GetMethodError } from '@tonriver/api-model';
import { createMemoryCache, createRedisCache } from '@tonriver/cache';
import { guardSchema, openClickHouse, requireSchema } from '@tonriver/clickhouse';
import { readServiceOrExit } from '@tonriver/config';
import { runService } from '@tonriver/lifecycle';
import { createLogger } from '@tonriver/logger';
import { createHealth, createMetrics, watchParts } from '@tonriver/telemetry';
import { createTvmPool } from '@tonriver/tvm';
import { getMethodExecutorConfig, getMethodExecutorEnvironment } from './config.ts';
import { createGetMethodExecutor, startExecutorServer } from './service.ts';

const { config: wholeConfig, about } = readServiceOrExit({
  service: 'get-method-executor',
  summary: 'runs get-methods at indexed blocks, for the API gateway',
  schema: getMethodExecutorEnvironment,
  build: getMethodExecutorConfig,
  environment: process.env,
});
const { network, clickHouse, http, shutdownDrainMs, shutdownGraceMs, redisUrl, ...config } = wholeConfig;
const logger = createLogger({ service: 'get-method-executor', level: config.logLevel });

await runService({ name: 'get-method-executor', about, logger, shutdownGraceMs }, async (scope) => {
  const [metrics, health] = [createMetrics({ withProcess: true }), createHealth()];
  const openStore = () => openClickHouse(clickHouse);
  const store = await scope.start('clickhouse', openStore, (opened) => opened.close());
  const openCache = () =>
    redisUrl === undefined
      ? createMemoryCache({ bytesMax: config.memoryCacheBytesMax })
      : createRedisCache({
          url: redisUrl,
          namespace: 'get-method-executor:',
          secret: config.cacheSecret,
          logger,
          metrics,
        });
  const cache = await scope.start('cache', openCache, (opened) => opened.close());
  const startPool = () => createTvmPool(config.executor.pool);
  const pool = await scope.start('tvm', startPool, (started) => started.close());
  const executor = createGetMethodExecutor({ store, pool, cache, metrics, network, config: config.executor });
  const startServer = () => startExecutorServer({ ...http, executor, health, metrics, logger });
  // One second of the grace period is left for what is closed after the last answer.
  const times = { drainMs: shutdownDrainMs, graceMs: shutdownGraceMs - 1_000 };
  const { port, healthPort } = await scope.start('http', startServer, (server) => server.stop(times));
  logger.info('Listening', { host: http.host, port, healthPort });
  const parts = {
    clickhouse: async () => void (await requireSchema(store)),
    tvm: async () => {
      if (pool.status().workersReady === 0) throw new GetMethodError('unavailable', 'no thread runs get-methods');
    },
  };
  scope.background('read-ahead', (signal) => executor.readAhead(signal));
  scope.background('schema', (signal) => guardSchema(store, signal));
  scope.background('watch', (signal) => watchParts({ health, parts }, signal));
});
