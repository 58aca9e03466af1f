// Composition root of the parser: raw blocks in, rows and parsed rounds out. Any number may run side by side.
import { migrate, openClickHouse, recordDeployment } from '@tonriver/clickhouse';
import { readServiceOrExit } from '@tonriver/config';
import { connectKafkaEventLog } from '@tonriver/event-log';
import { recordsWaiting } from '@tonriver/stream';
import { consumerGroupOf } from '@tonriver/events';
import { runService } from '@tonriver/lifecycle';
import { createLogger } from '@tonriver/logger';
import { pipelineConfig } from '@tonriver/stream';
import { beatWhile, createHealth, createMetrics, startHealthServer, watchParts } from '@tonriver/telemetry';
import { parserEnvironment } from './config.ts';
import { createParser, PARSER_VERSION } from './service.ts';

const { config, about } = readServiceOrExit({
  service: 'parser',
  summary: 'turns raw blocks into rows of ClickHouse and tells the trace assembler',
  schema: parserEnvironment,
  build: pipelineConfig,
  environment: process.env,
});
const { network, topics, shutdownGraceMs } = config;
const logger = createLogger({ service: 'parser', level: config.logLevel });
/** A loop may be busy with one large block, or wait for ClickHouse; after this it is stuck. */
const LOOP_SILENCE_MS_MAX = 60_000;

await runService({ name: 'parser', about, logger, shutdownGraceMs }, async (scope) => {
  const [metrics, health] = [createMetrics({ withProcess: true }), createHealth()];
  const setReady = health.condition('start');
  scope.reportStart(setReady);
  const startHealth = () => startHealthServer({ ...config.http, health, metrics });
  const { port } = await scope.start('health server', startHealth, (server) => server.stop());
  logger.info('Listening', { host: config.http.host, port });

  const openStore = () => openClickHouse(config.clickHouse);
  const store = await scope.start('clickhouse', openStore, (opened) => opened.close());
  scope.step({ name: 'migrations of the tables' });
  await migrate(store, config.clickHouse);
  await recordDeployment(store, { ...network, network: network.name }, PARSER_VERSION);

  const connect = () => connectKafkaEventLog({ ...config.kafka, clientId: 'parser', logger });
  const log = await scope.start('event log', connect, (connected) => connected.close());
  await log.ensureTopics(Object.values(topics));
  const producer = await log.producer();

  const beat = health.loop('parser', LOOP_SILENCE_MS_MAX);
  const parser = await beatWhile(createParser({ network, store, log, producer, topics, logger, metrics, beat }), beat);
  scope.background('parser', (signal) => parser.run(signal));
  const lag = metrics.gauge('tonriver_log_records_waiting', 'Records of the log that this group has not committed');
  const groupId = consumerGroupOf(topics.rawBlocks, 'parser');
  const parts = {
    clickhouse: () => store.ping(),
    kafka: async () => lag.set(Number(await recordsWaiting(log, topics.rawBlocks.name, groupId))),
  };
  scope.background('watch', (signal) => watchParts({ health, parts }, signal));
  setReady(undefined);
});
