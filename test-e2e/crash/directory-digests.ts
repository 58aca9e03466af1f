import { join } from 'node:path';
import { openEmbeddedClickHouse } from '@tonriver/chdb';
import { allTables } from '@tonriver/row-schema';
import { tableDigests } from '@tonriver/testing';

/** Tables about the run of the process, not about the chain. */
const OPERATIONAL = new Set(['assembler_snapshots', 'schema_migrations']);

/** Returns the digests of the tables that a stopped process left. */
export async function directoryDigests(dataDirectory: string, database: string): Promise<Record<string, string>> {
  const store = await openEmbeddedClickHouse({ path: join(dataDirectory, 'clickhouse'), database });
  try {
    const names = allTables.map(({ name }) => name).filter((name) => !OPERATIONAL.has(name));
    return await tableDigests(store, names);
  } finally {
    await store.close();
  }
}
