import { openEmbeddedClickHouse } from '@tonriver/chdb';
import { allTables } from '@tonriver/row-schema';
import { join } from 'node:path';

/** Tables about the run of the process, not about the chain. */
const OPERATIONAL = new Set(['assembler_snapshots', 'schema_migrations']);

/**
 * Returns count and digest of the rows of each table by key: equal for equal contents, however often rows were written.
 */
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
