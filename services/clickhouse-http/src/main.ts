// Composition root: ClickHouse's HTTP interface over the embedded engine, as a process of its own.
import { openClickHouse } from '@tonriver/clickhouse';
import { readServiceOrExit } from '@tonriver/config';
import { runService } from '@tonriver/lifecycle';
import { createLogger } from '@tonriver/logger';
import { clickHouseHttpConfig, clickHouseHttpEnvironment } from './config.ts';
import { createClickHouseHttp } from './service.ts';

const { config, about } = readServiceOrExit({
  service: 'clickhouse-http',
  summary: "serves ClickHouse's HTTP interface over the embedded engine, on loopback",
  schema: clickHouseHttpEnvironment,
  build: clickHouseHttpConfig,
  environment: process.env,
});
const { directory, database, logLevel, shutdownGraceMs, ...port } = config;
const logger = createLogger({ service: 'clickhouse-http', level: logLevel });

await runService({ name: 'clickhouse-http', about, logger, shutdownGraceMs }, async (scope) => {
  const store = await scope.start(
    'clickhouse',
    () => openClickHouse({ path: directory, database }),
    (opened) => opened.close(),
  );
  const server = await scope.start(
    'http',
    () => createClickHouseHttp({ ...port, store, logger }).start(),
    (started) => started.stop(shutdownGraceMs / 2),
  );
  logger.info('Listening', { url: server.url, mode: port.mode });
});
