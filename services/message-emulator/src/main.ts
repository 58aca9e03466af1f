// Composition root of the message-emulator: accepted messages in, pending traces out to Redis.
import { guardSchema, openClickHouse, prepareDeployment } from '@tonriver/clickhouse';
import { connectKafkaEventLog } from '@tonriver/event-log';
import { MESSAGE_PARTITIONS } from '@tonriver/events';
import { createHttpExecutor } from '@tonriver/executor-client';
import { createRedisPendingStore } from '@tonriver/pending-store';
import { startStreamService } from '@tonriver/stream';
import { messageEmulatorConfig, messageEmulatorEnvironment } from './config.ts';
import { createMessageEmulator } from './service.ts';

await startStreamService({
  name: 'message-emulator',
  summary: 'emulates messages that were sent, and shows their traces while they are pending',
  schema: messageEmulatorEnvironment,
  build: messageEmulatorConfig,
  environment: process.env,
  openStore: ({ clickHouse }) => openClickHouse(clickHouse),
  prepareStore: (store, { config, logger, signal }) =>
    prepareDeployment(store, { network: config.network, logger, signal }),
  guardStore: guardSchema,
  connectLog: connectKafkaEventLog,
  input: ({ externalMessages }) => externalMessages,
  async create({ config, scope, ...parts }) {
    const { topics, bounds, network, executor: executorOptions } = config;
    const connect = () => createHttpExecutor(executorOptions);
    const executor = await scope.start('get-method executor', connect, (connected) => connected.close());
    // Redis may be away: nothing is confirmed then, and gateways say so.
    const open = () =>
      createRedisPendingStore({ ...config.pending, ...parts, network: network.name, partitions: MESSAGE_PARTITIONS });
    const pending = await scope.start('pending store', open, (opened) => opened.close());
    return await createMessageEmulator({ ...parts, topics, executor, pending, bounds, network: network.name });
  },
});
