// Composition root of the block fetcher: a block source in, whole rounds of raw blocks out. An archive has an end: when
// it is published whole, the process ends with 0.
import { openArchive } from '@tonriver/block-source';
import { migrate, openClickHouse, recordDeployment } from '@tonriver/clickhouse';
import { readConfigOrExit } from '@tonriver/config';
import { connectKafkaEventLog } from '@tonriver/event-log';
import { runService } from '@tonriver/lifecycle';
import { createLogger } from '@tonriver/logger';
import { createHealth, createMetrics, startHealthServer } from '@tonriver/telemetry';
import { blockFetcherConfig, blockFetcherEnvironment } from './config.ts';
import { createFetchReporter } from './fetch-reporter.ts';
import { createFetchProgress, fetchArchive, PARSER_GROUP_ID, storedRootHashesIn, waitForParsers } from './service.ts';

const name = 'block-fetcher';
const config = readConfigOrExit({
  service: name,
  summary: 'publishes the rounds of an archive to Kafka, checked and whole',
  schema: blockFetcherEnvironment,
  build: blockFetcherConfig,
  environment: process.env,
});
const { network, topics, http, shutdownGraceMs } = config;
const logger = createLogger({ service: name, level: config.logLevel });

await runService({ name, logger, shutdownGraceMs }, async (scope) => {
  const [metrics, health] = [createMetrics({ withProcess: true }), createHealth()];
  const setReady = health.condition('start');
  await scope.start(
    'health server',
    () => startHealthServer({ ...http, health, metrics }),
    (server) => server.stop(),
  );
  const store = await scope.start(
    'clickhouse',
    () => openClickHouse(config.clickHouse),
    (opened) => opened.close(),
  );
  await migrate(store, config.clickHouse);
  await recordDeployment(store, { ...network, network: network.name }, 0);
  const log = await scope.start(
    'event log',
    () => connectKafkaEventLog({ ...config.kafka, clientId: name, logger }),
    (connected) => connected.close(),
  );
  await log.ensureTopics(Object.values(topics));
  const producer = await log.producer();
  const source = await scope.start(
    'source',
    () => openArchive({ paths: config.archivePaths, logger }),
    (opened) => opened.close(),
  );
  const reporter = createFetchReporter({ logger, metrics, beat: health.loop('fetch', 60_000) });
  const awaitRoom = waitForParsers(log, topics.rawBlocks, PARSER_GROUP_ID, reporter.beat);
  const progress = createFetchProgress({ log, producer, topic: topics.fetchProgress });
  const storedRootHashes = storedRootHashesIn(store);
  const { onProgress } = reporter;
  const parts = {
    source,
    network,
    producer,
    topic: topics.rawBlocks,
    progress,
    storedRootHashes,
    awaitRoom,
    logger,
    onProgress,
  };
  scope.background('fetch', async (signal) => {
    reporter.done(await fetchArchive(parts, config.fetch, signal));
    scope.abort();
  });
  setReady(undefined);
});
