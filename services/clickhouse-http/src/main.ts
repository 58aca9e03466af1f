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
  // Whoever started the process is gone: so is its use.
  process.once('disconnect', () => scope.abort());
  // It may have gone before anybody listened; without a parent that listens this is undefined.
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

/** The tables of a directory that another process may have open; strangers come second. */
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
