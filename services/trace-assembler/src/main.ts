// Composition root of the trace assembler: parsed rounds in, traces and the watermark out. One per network.
import { migrate, openClickHouse, recordDeployment } from '@tonriver/clickhouse';
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
  async prepareStore(store, { clickHouse, network }) {
    await migrate(store, clickHouse);
    await recordDeployment(store, { ...network, network: network.name });
  },
  connectLog: connectKafkaEventLog,
  input: ({ parsedRounds }) => parsedRounds,
  create: ({ config: { topics }, ...parts }) => createTraceAssembler({ ...parts, topics }),
});
