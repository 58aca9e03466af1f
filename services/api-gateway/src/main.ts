// Composition root of the API gateway: ClickHouse and a cache in, HTTP out.
import { createMemoryCache, createRedisCache } from '@tonriver/cache';
import { openClickHouse } from '@tonriver/clickhouse';
import { readConfigOrExit } from '@tonriver/config';
import { runService } from '@tonriver/lifecycle';
import { createLogger } from '@tonriver/logger';
import { createHealth, createMetrics } from '@tonriver/telemetry';
import { apiGatewayConfig, apiGatewayEnvironment, httpExecutorOptions } from './config.ts';
import { createApiGateway, createHttpExecutor } from './service.ts';

const environment = readConfigOrExit({
  service: 'api-gateway',
  summary: 'answers the HTTP API from ClickHouse, behind a cache',
  schema: apiGatewayEnvironment,
  build: (values) => values,
  environment: process.env,
});
const config = apiGatewayConfig(environment);
const executorOptions = httpExecutorOptions(environment);
const logger = createLogger({ service: 'api-gateway', level: environment.LOG_LEVEL });

await runService({ name: 'api-gateway', logger, shutdownGraceMs: config.shutdownGraceMs }, async (scope) => {
  const metrics = createMetrics({ withProcess: true });
  const { NETWORK, REDIS_URL, CLICKHOUSE_USERNAME, CLICKHOUSE_PASSWORD } = environment;
  const store = await scope.start(
    'clickhouse',
    () =>
      openClickHouse({
        url: environment.CLICKHOUSE_URL,
        database: environment.CLICKHOUSE_DATABASE ?? `ton_${NETWORK}`,
        ...(CLICKHOUSE_USERNAME === undefined ? {} : { username: CLICKHOUSE_USERNAME }),
        ...(CLICKHOUSE_PASSWORD === undefined ? {} : { password: CLICKHOUSE_PASSWORD }),
      }),
    (opened) => opened.close(),
  );
  const cache = await scope.start(
    'cache',
    () =>
      REDIS_URL === undefined
        ? createMemoryCache({ bytesMax: environment.MEMORY_CACHE_BYTES_MAX })
        : createRedisCache({ url: REDIS_URL, namespace: 'api-gateway:', logger, metrics }),
    (opened) => opened.close(),
  );
  const executor = await scope.start(
    'get-method executor',
    () => (executorOptions === undefined ? undefined : createHttpExecutor(executorOptions)),
    (opened) => opened?.close(),
  );
  const isTestnet = environment.IS_TESTNET === undefined ? NETWORK === 'testnet' : environment.IS_TESTNET === 'true';
  const network = { name: NETWORK, isTestnet };
  const gateway = createApiGateway({
    store,
    cache,
    executor,
    logger,
    metrics,
    health: createHealth(),
    network,
    config,
  });
  await scope.start(
    'http',
    () => gateway.start(),
    () => gateway.stop(),
  );
});
