import { checkSchema, type ClickHouseStore, ClickHouseStoreError, schemaVersion } from '@tonriver/clickhouse';
import { VerifyError } from './verify-error.ts';

/**
 * The proofs know the tables of this program's version only: over others they would fail somewhere in the middle, or
 * prove what nobody promised.
 *
 * @throws {VerifyError} `schema_older`, `schema_newer`
 * @throws {ClickHouseStoreError} `clickhouse_schema_mismatch` when the tables are those of no version
 */
export async function refuseOtherSchema(store: ClickHouseStore): Promise<void> {
  const { database } = store;
  const found = await newestMigration(store);
  const fields = { database, found, known: schemaVersion };
  if (found > schemaVersion) {
    const message = `${database} has schema version ${found}, this program knows ${schemaVersion}: run a newer one`;
    throw new VerifyError('schema_newer', message, fields);
  }
  try {
    await checkSchema(store);
  } catch (error) {
    const isOther = error instanceof ClickHouseStoreError && error.code === 'clickhouse_schema_mismatch';
    // A record of a migration that is gone is a finding: the tables are there.
    if (!isOther || found === schemaVersion) throw error;
    throw new VerifyError(
      'schema_older',
      `${database} has schema version ${found}, this program proves ${schemaVersion}: starting it migrates what is stored`,
      fields,
      { cause: error },
    );
  }
}

/** 0 when none was run. */
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
