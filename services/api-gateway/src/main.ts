// Composition root of the API gateway: answers HTTP from ClickHouse and a cache.
import { createMemoryCache, createRedisCache } from '@tonriver/cache';
import { guardSchema, openClickHouse } from '@tonriver/clickhouse';
import { readServiceOrExit } from '@tonriver/config';
import { connectKafkaEventLog } from '@tonriver/event-log';
import { createHttpExecutor } from '@tonriver/executor-client';
import type { MessageFollower } from '@tonriver/api-model';
import { runService, type Scope } from '@tonriver/lifecycle';
import { createLogger } from '@tonriver/logger';
import { createRedisPendingReader } from '@tonriver/pending-store';
import { createHealth, createMetrics } from '@tonriver/telemetry';
import { apiGatewayEnvironment, apiGatewayProcess } from './config.ts';
import { createLateProducer } from './messages/late-producer.ts';
import { createApiGateway, createDevnetMessageTarget, createLogMessageFollower } from './service.ts';

const { config, about } = readServiceOrExit({
  service: 'api-gateway',
  summary: 'answers the HTTP API from ClickHouse, behind a cache',
  schema: apiGatewayEnvironment,
  build: apiGatewayProcess,
  environment: process.env,
});
const { network, redisUrl, gateway: gatewayConfig } = config;
const logger = createLogger({ service: 'api-gateway', level: config.logLevel });

/** Publishes messages that were taken. Kafka may be away while nothing is sent. */
async function startFollower(scope: Scope): Promise<MessageFollower | undefined> {
  const { following } = config;
  if (following === undefined) return undefined;
  const { kafka, topic } = following;
  const connect = () => connectKafkaEventLog({ ...kafka, clientId: 'api-gateway', logger });
  const open = () => createLateProducer(connect, [topic]);
  const producer = await scope.start('event log', open, (opened) => opened.close());
  return createLogMessageFollower({ producer, topic, timeoutMs: FOLLOW_MS_MAX });
}

/** Time for publishing one message. */
const FOLLOW_MS_MAX = 3_000;

await runService(
  { name: 'api-gateway', about, logger, shutdownGraceMs: gatewayConfig.shutdownGraceMs },
  async (scope) => {
    const [metrics, health] = [createMetrics({ withProcess: true }), createHealth()];
    const openStore = () => openClickHouse(config.clickHouse);
    const store = await scope.start('clickhouse', openStore, (opened) => opened.close());
    const openCache = () =>
      redisUrl === undefined
        ? createMemoryCache({ bytesMax: config.memoryCacheBytesMax })
        : createRedisCache({ url: redisUrl, namespace: 'api-gateway:', secret: config.cacheSecret, logger, metrics });
    const cache = await scope.start('cache', openCache, (opened) => opened.close());
    const connect = () => (config.executor === undefined ? undefined : createHttpExecutor(config.executor));
    const executor = await scope.start('get-method executor', connect, (connected) => connected?.close());
    const openPending = () =>
      config.pending === undefined ? undefined : createRedisPendingReader({ ...config.pending, logger, metrics });
    const pending = await scope.start('pending store', openPending, (opened) => opened?.close());
    const messages = config.messages === undefined ? undefined : createDevnetMessageTarget(config.messages);
    const follower = await startFollower(scope);
    const parts = {
      store,
      cache,
      executor,
      messages,
      follower,
      pending,
      logger,
      metrics,
      health,
      network,
      config: gatewayConfig,
    };
    scope.background('schema', (signal) => guardSchema(store, signal));
    const gateway = createApiGateway(parts);
    const [start, stop] = [() => gateway.start(), () => gateway.stop()];
    const { port, healthPort } = await scope.start('http', start, stop);
    logger.info('Listening', { host: gatewayConfig.host, port, healthPort });
  },
);
