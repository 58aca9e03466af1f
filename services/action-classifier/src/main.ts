// Composition root of the action-classifier: finished traces in, actions out. Several share the partitions.
import { guardSchema, openClickHouse, prepareDeployment } from '@tonriver/clickhouse';
import { connectKafkaEventLog } from '@tonriver/event-log';
import { startStreamService } from '@tonriver/stream';
import { actionClassifierConfig, actionClassifierEnvironment } from './config.ts';
import { createActionClassifier } from './service.ts';

await startStreamService({
  name: 'action-classifier',
  summary: 'says what traces do: jetton transfers, swaps, purchases and others',
  schema: actionClassifierEnvironment,
  build: actionClassifierConfig,
  environment: process.env,
  openStore: ({ clickHouse }) => openClickHouse(clickHouse),
  prepareStore: (store, { config, logger, signal }) =>
    prepareDeployment(store, { network: config.network, logger, signal }),
  guardStore: guardSchema,
  connectLog: connectKafkaEventLog,
  input: ({ traces }) => traces,
  create: ({ config: { topics, detectorSilenceMs }, ...parts }) =>
    createActionClassifier({ ...parts, topics, detectorSilenceMs }),
});
