import { queryRows, type StoredTables } from '../distributed/query-rows.ts';

/** Tables about the runs of processes, not about the chain. */
const OF_PROCESSES = ['assembler_snapshots', 'schema_migrations', 'deployment'];
/** Columns that tell who wrote a row, and how often. */
const OF_WRITERS = ['row_version', 'schema_version', 'pack', 'linked_seqno'];

/** The row of a block ends with its version. */
const BLOCK_WITHOUT_VERSION = 'substring(block, 1, length(block) - 4)';

/** Rounds that the neighbour assembled have no links. */
const WITHOUT_LINKS = "kind = 'cells'";

/** Count and digest of the rows of each table: equal for equal rows, whoever wrote them. */
export async function tableContents(tables: StoredTables): Promise<Readonly<Record<string, string>>> {
  const columns = await queryRows<{ readonly table: string; readonly names: readonly string[] }>(
    tables,
    `SELECT table, groupArray(name) AS names
     FROM (SELECT table, name FROM system.columns WHERE database = '${tables.database}' ORDER BY table, position)
     WHERE name NOT IN (${OF_WRITERS.map((name) => `'${name}'`).join(', ')})
       AND NOT (table = 'block_digests' AND endsWith(name, '_digest'))
       AND NOT (table IN ('traces', 'trace_ids', 'transaction_parts') AND name = 'version')
     GROUP BY table ORDER BY table`,
  );
  const contents: Record<string, string> = {};
  for (const { table, names } of columns) {
    if (OF_PROCESSES.includes(table) || table.startsWith('migration_lock_')) continue;
    const values = names.map((name) =>
      table === 'blocks_of_rounds' && name === 'block' ? BLOCK_WITHOUT_VERSION : name,
    );
    const row = `formatRow('RowBinary', ${values.join(', ')})`;
    const [found] = await queryRows<{ readonly rows: string; readonly digest: string }>(
      tables,
      `SELECT toString(count()) AS rows, toString(sum(sipHash64(${row}))) AS digest FROM ${table} FINAL
       WHERE ${table === 'transaction_parts' ? WITHOUT_LINKS : 'true'}`,
    );
    contents[table] = `${found?.rows} rows, ${found?.digest}`;
  }
  return contents;
}
