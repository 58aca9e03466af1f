import { openEmbeddedClickHouse } from '@tonriver/chdb';
import { type ClickHouseStore, migrate } from '@tonriver/clickhouse';
import { temporaryDirectory } from '@tonriver/testing';

/** The real engine on a directory of its own, with the schema; closing it removes everything. */
export async function openTestStore(): Promise<ClickHouseStore> {
  const directory = temporaryDirectory();
  const store = await openEmbeddedClickHouse({ path: directory.path, database: 'ton_test' });
  await migrate(store);
  return {
    ...store,
    async close() {
      await store.close();
      directory.remove();
    },
  };
}
