/** What can be asked with SQL. */
interface Queried {
  query<Row extends object>(sql: string): Promise<readonly Row[]>;
}

/**
 * Returns for each table the number of its distinct rows and a digest over them: equal for equal contents, whatever
 * order they lie in and however often they were written.
 *
 * @param conditions which rows of a table count, by its name; default: all
 */
export async function tableDigests(
  store: Queried,
  tables: readonly string[],
  conditions: Readonly<Record<string, string>> = {},
): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const name of tables) {
    const [row] = await store.query<{ readonly digest: string }>(
      `SELECT concat(toString(count()), ' rows, ', toString(sum(cityHash64(formatRow('RowBinary', *))))) AS digest
       FROM ${name} FINAL WHERE ${conditions[name] ?? 'true'}`,
    );
    if (row === undefined) throw new Error(`${name} has no digest`);
    digests[name] = row.digest;
  }
  return digests;
}
