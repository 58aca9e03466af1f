// `npx tonriver migrate`: brings the tables of a ClickHouse server to this release. Run it before the services start.
import { openClickHouse, patientStore } from '@tonriver/clickhouse';
import { readServiceOrExit } from '@tonriver/config';
import { runService } from '@tonriver/lifecycle';
import { createLogger } from '@tonriver/logger';
import { systemClock } from '@tonriver/stream';
import { migrateConfig, migrateEnvironment } from './config.ts';
import { runMigrate } from './run-migrate.ts';

const { config, about } = readServiceOrExit({
  service: 'migrate',
  summary: 'brings the tables in ClickHouse to the schema of this release, then ends',
  schema: migrateEnvironment,
  build: migrateConfig,
  environment: process.env,
});
const logger = createLogger({ service: 'migrate', level: config.logLevel });
const GRACE_MS = 10_000;
/** Exit code of a run that was stopped before the database was migrated: a supervisor runs it again. */
const UNFINISHED = 75;
let isDone = false;

await runService({ name: 'migrate', about, logger, shutdownGraceMs: GRACE_MS }, async (scope) => {
  const { cluster, isReplicated } = config.clickHouse;
  const openStore = () => openClickHouse(config.clickHouse);
  const server = await scope.start('clickhouse', openStore, (opened) => opened.close());
  const store = patientStore(server, { logger, signal: scope.signal, clock: systemClock });
  scope.step({ name: 'migrating, or waiting for another process that does' });
  await runMigrate(store, {
    ...(cluster === undefined ? {} : { cluster }),
    isReplicated,
    logger,
    signal: scope.signal,
  });
  isDone = true;
  scope.abort();
});
if (!isDone && !process.exitCode) process.exitCode = UNFINISHED;
