import { checkTables, type ClickHouseStore, ClickHouseStoreError, readSchemaState } from '@tonriver/clickhouse';
import { schemaVersion } from '@tonriver/row-schema';
import { VerifyError } from './verify-error.ts';

/**
 * Refuses tables of another version of this program: the proofs would fail in the middle, or prove the wrong things.
 *
 * @throws {VerifyError} `schema_older`, `schema_newer`
 * @throws {ClickHouseStoreError} `clickhouse_schema_mismatch` when the tables belong to no version
 */
export async function refuseOtherSchema(store: ClickHouseStore): Promise<void> {
  const { database } = store;
  const { version: found } = await readSchemaState(store);
  const fields = { database, found, known: schemaVersion };
  if (found > schemaVersion) {
    const message = `${database} has schema version ${found}, but this program knows ${schemaVersion}: run a newer version`;
    throw new VerifyError('schema_newer', message, fields);
  }
  try {
    await checkTables(store, { mayHaveMore: false });
  } catch (error) {
    // Tables that are right although the record of their last migration is gone are a finding of the proofs.
    const isMismatch = error instanceof ClickHouseStoreError && error.code === 'clickhouse_schema_mismatch';
    if (!isMismatch || found === schemaVersion) throw error;
    throw new VerifyError(
      'schema_older',
      `${database} has schema version ${found}, but this program proves ${schemaVersion}: \`npx tonriver migrate\`, or ` +
        'starting it once, migrates what is stored',
      fields,
      { cause: error },
    );
  }
}
