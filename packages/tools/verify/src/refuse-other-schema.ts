import { checkSchema, type ClickHouseStore, ClickHouseStoreError, schemaVersion } from '@tonriver/clickhouse';
import { VerifyError } from './verify-error.ts';

/**
 * Refuses tables of another version of this program: the proofs would fail in the middle, or prove the wrong things.
 *
 * @throws {VerifyError} `schema_older`, `schema_newer`
 * @throws {ClickHouseStoreError} `clickhouse_schema_mismatch` when the tables belong to no version
 */
export async function refuseOtherSchema(store: ClickHouseStore): Promise<void> {
  const { database } = store;
  const found = await newestMigration(store);
  const fields = { database, found, known: schemaVersion };
  if (found > schemaVersion) {
    const message = `${database} has schema version ${found}, but this program knows ${schemaVersion}: run a newer version`;
    throw new VerifyError('schema_newer', message, fields);
  }
  try {
    await checkSchema(store);
  } catch (error) {
    const isOther = error instanceof ClickHouseStoreError && error.code === 'clickhouse_schema_mismatch';
    // When only the record of a migration is missing, the tables are right: that is a finding.
    if (!isOther || found === schemaVersion) throw error;
    throw new VerifyError(
      'schema_older',
      `${database} has schema version ${found}, but this program proves ${schemaVersion}: start it once to migrate the data`,
      fields,
      { cause: error },
    );
  }
}

/** Returns 0 when no migration was run. */
async function newestMigration(store: ClickHouseStore): Promise<number> {
  const tables = await store.query(
    "SELECT 1 FROM system.tables WHERE database = {database:String} AND name = 'schema_migrations'",
    { database: store.database },
  );
  if (tables.length === 0) return 0;
  const [newest] = await store.query<{ readonly version: number }>(
    'SELECT max(version) AS version FROM schema_migrations',
  );
  return Number(newest?.version ?? 0);
}
