// Composition root of the block fetcher: publishes the complete rounds of a block source. Ends with exit code 0 when an
// archive is published to its end, unless it is to run on.
import { openBlockSource } from '@tonriver/block-source';
import { guardSchema, openClickHouse, prepareDeployment } from '@tonriver/clickhouse';
import { readServiceOrExit } from '@tonriver/config';
import { connectKafkaEventLog } from '@tonriver/event-log';
import { runService } from '@tonriver/lifecycle';
import { createLogger } from '@tonriver/logger';
import { createHealth, createMetrics, startHealthServer, watchParts } from '@tonriver/telemetry';
import { blockFetcherConfig, blockFetcherEnvironment } from './config.ts';
import { createFetchReporter } from './fetch-reporter.ts';
import { fetchUntilDone } from './fetch-until-done.ts';
import { createSourceWatch } from './source-watch.ts';
import { createFetchProgress, fetchRounds, storedRootHashesIn, waitForParsers } from './service.ts';

const { config, about } = readServiceOrExit({
  service: 'block-fetcher',
  summary: 'checks the rounds of a source of blocks and publishes the complete ones to Kafka',
  schema: blockFetcherEnvironment,
  build: blockFetcherConfig,
  environment: process.env,
});
const { network, topics, shutdownGraceMs } = config;
const logger = createLogger({ service: 'block-fetcher', level: config.logLevel });

await runService({ name: 'block-fetcher', about, logger, shutdownGraceMs }, async (scope) => {
  const [metrics, health] = [createMetrics({ withProcess: true }), createHealth()];
  const setReady = health.condition('start');
  scope.reportStart(setReady);
  const startHealth = () => startHealthServer({ ...config.http, health, metrics });
  const { port } = await scope.start('health server', startHealth, (server) => server.stop());
  logger.info('Listening', { host: config.http.host, port });

  const openStore = () => openClickHouse(config.clickHouse);
  const store = await scope.start('clickhouse', openStore, (opened) => opened.close());
  scope.step({ name: 'waiting for the tables of this release' });
  await prepareDeployment(store, { network, logger, signal: scope.signal });
  scope.background('schema', (signal) => guardSchema(store, signal));

  const connect = () => connectKafkaEventLog({ ...config.kafka, clientId: 'block-fetcher', logger });
  const log = await scope.start('event log', connect, (connected) => connected.close());
  await log.ensureTopics(Object.values(topics));
  const producer = await log.producer();

  const onFile = (done: number, total: number): void =>
    scope.step({ name: 'reading the archive', done, total, unit: 'files' });
  const open = () => openBlockSource(config.source, { logger, onFile });
  const source = await scope.start('source', open, (opened) => opened.close());
  const reporter = createFetchReporter({ logger, metrics });
  const watch = createSourceWatch({ logger, metrics, setReady: health.condition('source', 'not opened') });
  const parts = {
    source,
    network,
    producer,
    topic: topics.rawBlocks,
    progress: createFetchProgress({ log, producer, topic: topics.fetchProgress }),
    storedRootHashes: storedRootHashesIn(store),
    awaitRoom: waitForParsers(log, topics.rawBlocks),
    logger,
    onProgress: reporter.onProgress,
    watch,
  };
  const fetch = (signal: AbortSignal) => fetchRounds(parts, config.fetch, signal);
  const { exitWhenDone } = config;
  const work = { fetch, reporter, exitWhenDone, stop: () => scope.abort(), logger };
  scope.background('fetch', (signal) => fetchUntilDone(work, signal));
  const watched = {
    clickhouse: () => store.ping(),
    kafka: async () => void (await log.endOffsets(topics.rawBlocks.name)),
  };
  scope.background('watch', (signal) => watchParts({ health, parts: watched }, signal));
  setReady(undefined);
});
