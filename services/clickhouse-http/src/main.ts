// Composition root: ClickHouse's HTTP interface over the embedded engine, as a process of its own.
import { setPriority } from 'node:os';
import { openEmbeddedClickHouse } from '@tonriver/chdb';
import { readServiceOrExit } from '@tonriver/config';
import { runService, type Scope } from '@tonriver/lifecycle';
import { createLogger } from '@tonriver/logger';
import { clickHouseHttpConfig, clickHouseHttpEnvironment } from './config.ts';
import { type ClickHouseHttpOptions, createClickHouseHttp } from './service.ts';
import { tellParent } from './tell-parent.ts';

const { config, about } = readServiceOrExit({
  service: 'clickhouse-http',
  summary: "serves ClickHouse's HTTP interface over the embedded engine, on loopback",
  schema: clickHouseHttpEnvironment,
  build: clickHouseHttpConfig,
  environment: process.env,
});
const { directory, database, logLevel, shutdownGraceMs, mode, bounds, ...port } = config;
const logger = createLogger({ service: 'clickhouse-http', level: logLevel });

await runService({ name: 'clickhouse-http', about, logger, shutdownGraceMs }, async (scope) => {
  // The process is of no use after its parent has ended.
  process.once('disconnect', () => scope.abort());
  // The parent may have ended before the listener was there. Without a parent `connected` is undefined.
  if (isParentGone()) scope.abort();
  const options = mode === 'read-only' ? readOnly() : await full(scope);
  const server = await tellParent(() =>
    scope.start(
      'http',
      () => createClickHouseHttp(options).start(),
      (started) => started.stop(shutdownGraceMs / 2),
    ),
  );
  logger.info('Listening', { url: server.url, mode });
});

function isParentGone(): boolean {
  return (process.connected as boolean | undefined) === false;
}

/** Serves the tables of a directory that another process may have open, at a lower priority than that process. */
function readOnly(): ClickHouseHttpOptions {
  setPriority(10);
  return { ...port, mode: 'read-only', bounds, path: directory, database, logger };
}

async function full(scope: Scope): Promise<ClickHouseHttpOptions> {
  const store = await scope.start(
    'clickhouse',
    () => openEmbeddedClickHouse({ path: directory, database }),
    (opened) => opened.close(),
  );
  return { ...port, mode: 'full', store, logger };
}
