// Composition root of the trace assembler: parsed rounds in, traces and the watermark out. One per network.
import { guardSchema, openClickHouse, prepareDeployment } from '@tonriver/clickhouse';
import { connectKafkaEventLog } from '@tonriver/event-log';
import { streamConfig, startStreamService } from '@tonriver/stream';
import { traceAssemblerEnvironment } from './config.ts';
import { createTraceAssembler } from './service.ts';

await startStreamService({
  name: 'trace-assembler',
  summary: 'orders rounds, assembles traces and moves the watermark',
  schema: traceAssemblerEnvironment,
  build: streamConfig,
  environment: process.env,
  openStore: ({ clickHouse }) => openClickHouse(clickHouse),
  prepareStore: (store, { config, logger, signal }) =>
    prepareDeployment(store, { network: config.network, logger, signal }),
  guardStore: guardSchema,
  connectLog: connectKafkaEventLog,
  input: ({ parsedRounds }) => parsedRounds,
  create: ({ config: { topics }, ...parts }) => createTraceAssembler({ ...parts, topics }),
});
