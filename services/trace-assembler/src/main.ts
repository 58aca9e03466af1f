// Composition root of the trace assembler: parsed rounds in, traces and the watermark out. One per network.
import { migrate, openClickHouse, recordDeployment } from '@tonriver/clickhouse';
import { readServiceOrExit } from '@tonriver/config';
import { connectKafkaEventLog } from '@tonriver/event-log';
import { recordsWaiting } from '@tonriver/stream';
import { consumerGroupOf } from '@tonriver/events';
import { runService } from '@tonriver/lifecycle';
import { createLogger } from '@tonriver/logger';
import { pipelineConfig } from '@tonriver/stream';
import { beatWhile, createHealth, createMetrics, startHealthServer, watchParts } from '@tonriver/telemetry';
import { traceAssemblerEnvironment } from './config.ts';
import { createTraceAssembler } from './service.ts';

const { config, about } = readServiceOrExit({
  service: 'trace-assembler',
  summary: 'orders rounds, assembles traces and moves the watermark',
  schema: traceAssemblerEnvironment,
  build: pipelineConfig,
  environment: process.env,
});
const { network, topics, shutdownGraceMs } = config;
const logger = createLogger({ service: 'trace-assembler', level: config.logLevel });
/** A pass may wait for ClickHouse; after this it is stuck. */
const LOOP_SILENCE_MS_MAX = 60_000;

await runService({ name: 'trace-assembler', about, logger, shutdownGraceMs }, async (scope) => {
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
  await recordDeployment(store, { ...network, network: network.name });

  const connect = () => connectKafkaEventLog({ ...config.kafka, clientId: 'trace-assembler', logger });
  const log = await scope.start('event log', connect, (connected) => connected.close());
  await log.ensureTopics(Object.values(topics));
  const producer = await log.producer();

  const beat = health.loop('trace-assembler', LOOP_SILENCE_MS_MAX);
  const assembler = await beatWhile(
    createTraceAssembler({
      store,
      log,
      producer,
      topics,
      logger,
      metrics,
      beat,
    }),
    beat,
  );
  scope.background('trace-assembler', (signal) => assembler.run(signal));
  const lag = metrics.gauge('tonriver_log_records_waiting', 'Records of the log that this group has not committed');
  const groupId = consumerGroupOf(topics.parsedRounds, 'trace-assembler');
  const parts = {
    clickhouse: () => store.ping(),
    kafka: async () => lag.set(Number(await recordsWaiting(log, topics.parsedRounds.name, groupId))),
  };
  scope.background('watch', (signal) => watchParts({ health, parts }, signal));
  setReady(undefined);
});
