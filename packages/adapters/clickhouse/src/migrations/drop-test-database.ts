import { allTables, identifier } from '@tonriver/row-schema';
import { ClickHouseStoreError } from '../errors.ts';
import type { ClickHouseStore } from '../store/click-house-store.ts';

function refuseUnlessForTests(database: string): void {
  if (/(^|_)test(_|$)/.test(database)) return;
  throw new ClickHouseStoreError(
    'clickhouse_not_a_test_database',
    `Database ${database} is not named for tests (…_test or test_…), so nothing in it is destroyed`,
    { database },
  );
}

/** Drops the store's database with everything in it; only one whose name says that it is for tests. */
export async function dropTestDatabase(store: ClickHouseStore): Promise<void> {
  refuseUnlessForTests(store.database);
  await store.command(`DROP DATABASE IF EXISTS ${identifier(store.database)} SYNC`);
}

/** Empties every table of the schema; only in a database whose name says that it is for tests. */
export async function emptyTestDatabase(store: ClickHouseStore): Promise<void> {
  refuseUnlessForTests(store.database);
  for (const table of allTables) await store.command(`TRUNCATE TABLE IF EXISTS ${identifier(table.name)} SYNC`);
}
