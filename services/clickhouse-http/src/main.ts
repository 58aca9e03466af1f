// Composition root: ClickHouse's HTTP interface over the embedded engine, as a process of its own.
import { openClickHouse } from '@tonriver/clickhouse';
import { readEnvironmentOrExit } from '@tonriver/config';
import { runService } from '@tonriver/lifecycle';
import { createLogger } from '@tonriver/logger';
import { clickHouseHttpEnvironment } from './config.ts';
import { createClickHouseHttp } from './service.ts';

const environment = readEnvironmentOrExit(
  'clickhouse-http',
  "ClickHouse's HTTP interface over the embedded engine, on loopback",
  clickHouseHttpEnvironment,
  process.env,
);
const logger = createLogger({ service: 'clickhouse-http', level: environment.LOG_LEVEL });
const shutdownGraceMs = environment.SHUTDOWN_GRACE_MS;

await runService({ name: 'clickhouse-http', logger, shutdownGraceMs }, async (scope) => {
  const store = await scope.start(
    'clickhouse',
    () =>
      openClickHouse({
        path: environment.CLICKHOUSE_DIRECTORY,
        database: environment.CLICKHOUSE_DATABASE ?? `ton_${environment.NETWORK}`,
      }),
    (opened) => opened.close(),
  );
  const server = await scope.start(
    'http',
    () =>
      createClickHouseHttp({
        store,
        host: environment.CLICKHOUSE_HTTP_HOST,
        port: environment.CLICKHOUSE_HTTP_PORT,
        mode: environment.CLICKHOUSE_HTTP_MODE,
        queriesMax: environment.QUERIES_MAX,
        logger,
        ...(environment.CLICKHOUSE_PASSWORD === undefined ? {} : { password: environment.CLICKHOUSE_PASSWORD }),
      }).start(),
    (started) => started.stop(shutdownGraceMs / 2),
  );
  logger.info('Listening', { url: server.url, mode: environment.CLICKHOUSE_HTTP_MODE });
});
