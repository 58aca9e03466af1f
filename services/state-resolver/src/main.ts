// Composition root of the state-resolver: raw blocks in, code, data and libraries of accounts out. One per network.
import { openCellStore } from '@tonriver/cell-store';
import { migrate, openClickHouse, recordDeployment } from '@tonriver/clickhouse';
import { readServiceOrExit } from '@tonriver/config';
import { connectKafkaEventLog } from '@tonriver/event-log';
import { runService } from '@tonriver/lifecycle';
import { createLogger } from '@tonriver/logger';
import { beatWhile, createHealth, createMetrics, startHealthServer } from '@tonriver/telemetry';
import { stateResolverConfig, stateResolverEnvironment } from './config.ts';
import { createStateResolver, initialStateFiles } from './service.ts';

const { config, about } = readServiceOrExit({
  service: 'state-resolver',
  summary: 'puts the states of accounts together and writes their code and data',
  schema: stateResolverEnvironment,
  build: stateResolverConfig,
  environment: process.env,
});
const { network, topics, shutdownGraceMs } = config;
const logger = createLogger({ service: 'state-resolver', level: config.logLevel });
/** A pass may be busy with one large block or initial state, or wait for ClickHouse; after this it is stuck. */
const LOOP_SILENCE_MS_MAX = 60_000;

await runService({ name: 'state-resolver', about, logger, shutdownGraceMs }, async (scope) => {
  const [metrics, health] = [createMetrics({ withProcess: true }), createHealth()];
  const setReady = health.condition('start');
  scope.reportStart(setReady);
  const startHealth = () => startHealthServer({ ...config.http, health, metrics });
  const { port } = await scope.start('health server', startHealth, (server) => server.stop());
  logger.info('Listening', { host: config.http.host, port });

  const openCells = () => openCellStore({ directory: config.cellsDirectory });
  const cells = await scope.start('cell store', openCells, (opened) => opened.close());
  const openStore = () => openClickHouse(config.clickHouse);
  const store = await scope.start('clickhouse', openStore, (opened) => opened.close());
  scope.step({ name: 'migrations of the tables' });
  await migrate(store, config.clickHouse);
  await recordDeployment(store, { ...network, network: network.name });

  const connect = () => connectKafkaEventLog({ ...config.kafka, clientId: 'state-resolver', logger });
  const log = await scope.start('event log', connect, (connected) => connected.close());
  await log.ensureTopics(Object.values(topics));

  const beat = health.loop('state-resolver', LOOP_SILENCE_MS_MAX);
  const initialStates = initialStateFiles(config.initialStates);
  const topic = topics.rawBlocks;
  const resolver = await beatWhile(
    createStateResolver({
      store,
      log,
      cells,
      topic,
      network,
      initialStates,
      logger,
      metrics,
      beat,
    }),
    beat,
  );
  scope.background('state-resolver', (signal) => resolver.run(signal));
  setReady(undefined);
});
