import { type ClickHouseStore, migrate, type MigrateOptions } from '@tonriver/clickhouse';
import type { Logger } from '@tonriver/logger';
import { schemaVersion } from '@tonriver/row-schema';

interface RunMigrateOptions extends Pick<MigrateOptions, 'cluster' | 'isReplicated'> {
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** Brings the database to the schema of this release, and says what it did. */
export async function runMigrate(store: ClickHouseStore, { logger, ...options }: RunMigrateOptions): Promise<void> {
  const { database } = store;
  const { from, to } = await migrate(store, {
    ...options,
    onStep: ({ version, name }) => logger.info('Migrating', { database, version, step: name }),
    onSlice: ({ version, name }, { done, total }) =>
      logger.info('Migrating', { database, version, step: name, slicesDone: done, slices: total }),
    onWait: (holder) => logger.info('Another process migrates this database; waiting for it', { database, holder }),
  });
  if (from < to) logger.info('The database is migrated', { database, from, to });
  else if (from > schemaVersion) {
    const fields = { database, found: from, known: schemaVersion };
    logger.info('The database is newer and lets this release in; nothing to do', fields);
  } else logger.info('The database has the schema of this release; nothing to do', { database, version: from });
}
