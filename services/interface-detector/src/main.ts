// Composition root of the interface-detector: resolved rounds in, what contracts are out. One per network.
import { guardSchema, openClickHouse, prepareDeployment } from '@tonriver/clickhouse';
import { connectKafkaEventLog } from '@tonriver/event-log';
import { startStreamService } from '@tonriver/stream';
import { createTvmPool } from '@tonriver/tvm';
import { interfaceDetectorConfig, interfaceDetectorEnvironment } from './config.ts';
import { createInterfaceDetector } from './service.ts';

await startStreamService({
  name: 'interface-detector',
  summary: 'finds out what contracts are: jetton wallets, NFT items, sales and others',
  schema: interfaceDetectorEnvironment,
  build: interfaceDetectorConfig,
  environment: process.env,
  openStore: ({ clickHouse }) => openClickHouse(clickHouse),
  prepareStore: (store, { config, logger, signal }) =>
    prepareDeployment(store, { network: config.network, logger, signal }),
  guardStore: guardSchema,
  connectLog: connectKafkaEventLog,
  input: ({ resolvedRounds }) => resolvedRounds,
  async create({ config, scope, ...parts }) {
    const openPool = () => createTvmPool(config.pool);
    const pool = await scope.start('tvm', openPool, (opened) => opened.close());
    return await createInterfaceDetector({ ...parts, pool, topics: config.topics });
  },
});
