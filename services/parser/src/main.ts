// The program of the parser: reads raw blocks, writes rows and announcements. Any number may run side by side.
import { guardSchema, openClickHouse, prepareDeployment } from '@tonriver/clickhouse';
import { connectKafkaEventLog } from '@tonriver/event-log';
import { streamConfig, startStreamService } from '@tonriver/stream';
import { parserEnvironment } from './config.ts';
import { createParser, PARSER_VERSION } from './service.ts';

await startStreamService({
  name: 'parser',
  summary: 'turns raw blocks into rows of ClickHouse and tells the trace assembler',
  schema: parserEnvironment,
  build: streamConfig,
  environment: process.env,
  openStore: ({ clickHouse }) => openClickHouse(clickHouse),
  prepareStore: (store, { config, logger, signal }) =>
    prepareDeployment(store, { network: config.network, parserVersion: PARSER_VERSION, logger, signal }),
  guardStore: guardSchema,
  connectLog: connectKafkaEventLog,
  input: ({ rawBlocks }) => rawBlocks,
  create: ({ config: { network, topics }, ...parts }) => createParser({ ...parts, network, topics }),
});
