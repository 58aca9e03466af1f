import { openEmbeddedClickHouse } from '@tonriver/chdb';
import { allTables } from '@tonriver/row-schema';
import { join } from 'node:path';

/** Tables that say how the process went, not what the chain is. */
const OPERATIONAL = new Set(['assembler_snapshots', 'schema_migrations']);

/** Table → count and digest of its rows by identity: equal for equal contents, whatever was written how often. */
export async function tableDigests(dataDirectory: string, database: string): Promise<Record<string, string>> {
  const store = await openEmbeddedClickHouse({ path: join(dataDirectory, 'clickhouse'), database });
  try {
    const digests: Record<string, string> = {};
    for (const { name, columns } of allTables) {
      if (OPERATIONAL.has(name)) continue;
      const row = `formatRow('RowBinary', ${columns.map((column) => column.name).join(', ')})`;
      const [result] = await store.query<{ readonly rows: string; readonly digest: string }>(
        `SELECT count() AS rows, toString(sum(sipHash64(${row}))) AS digest FROM ${name} FINAL`,
      );
      digests[name] = `${result?.rows} rows, ${result?.digest}`;
    }
    return digests;
  } finally {
    await store.close();
  }
}
