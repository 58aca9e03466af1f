// Composition root of the state-resolver: raw blocks in, code, data and libraries of accounts out. One per network.
import { openCellStore } from '@tonriver/cell-store';
import { guardSchema, openClickHouse, prepareDeployment } from '@tonriver/clickhouse';
import { connectKafkaEventLog } from '@tonriver/event-log';
import { startStreamService } from '@tonriver/stream';
import { stateResolverConfig, stateResolverEnvironment } from './config.ts';
import { createStateResolver, initialStateFiles } from './service.ts';

await startStreamService({
  name: 'state-resolver',
  summary: 'puts the states of accounts together and writes their code and data',
  schema: stateResolverEnvironment,
  build: stateResolverConfig,
  environment: process.env,
  openStore: ({ clickHouse }) => openClickHouse(clickHouse),
  prepareStore: (store, { config, logger, signal }) =>
    prepareDeployment(store, { network: config.network, logger, signal }),
  guardStore: guardSchema,
  connectLog: connectKafkaEventLog,
  input: ({ rawBlocks }) => rawBlocks,
  async create({ config, scope, ...parts }) {
    const openCells = () => openCellStore({ directory: config.cellsDirectory });
    const cells = await scope.start('cell store', openCells, (opened) => opened.close());
    const initialStates = initialStateFiles(config.initialStates);
    return await createStateResolver({
      ...parts,
      cells,
      initialStates,
      network: config.network,
      topic: config.topics.rawBlocks,
      resolvedRounds: { producer: parts.producer, topic: config.topics.resolvedRounds },
    });
  },
});
