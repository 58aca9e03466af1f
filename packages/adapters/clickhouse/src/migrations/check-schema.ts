import {
  allTables,
  packColumnName,
  writtenPackSql,
  schemaVersion,
  type TableDefinition,
  text,
} from '@tonriver/row-schema';
import { ClickHouseStoreError } from '../errors.ts';
import type { ClickHouseStore } from '../store/click-house-store.ts';
import { requireSchema } from './schema-state.ts';

/**
 * Checks that this program may read and write the database: the schema has the version that the program knows, or a
 * newer one that admits it, and the tables are as the program defines them.
 *
 * @throws {ClickHouseStoreError} `clickhouse_schema_older`, `clickhouse_schema_newer`, `clickhouse_schema_mismatch`
 */
export async function checkSchema(store: ClickHouseStore): Promise<void> {
  const { version } = await requireSchema(store);
  await checkTables(store, { mayHaveMore: version > schemaVersion });
}

const foundColumns = [
  { name: 'table', type: text, comment: 'Table' },
  { name: 'name', type: text, comment: 'Column' },
  { name: 'type', type: text, comment: 'Type' },
  { name: 'default_expression', type: text, comment: 'Expression that computes it' },
] as const;

/**
 * Compares every table with its definition, column by column. A difference means that rows would be written under
 * wrong names or types, or read as something else.
 *
 * @param mayHaveMore the tables are those of a newer release: columns that it added are not compared
 */
export async function checkTables(
  store: ClickHouseStore,
  { mayHaveMore }: { readonly mayHaveMore: boolean },
): Promise<void> {
  const rows = await store.select(
    foundColumns,
    'SELECT table, name, type, default_expression FROM system.columns WHERE database = {database:String} ORDER BY table, position',
    { database: store.database },
  );
  const found = new Map<string, Map<string, string>>();
  for (const { table, name, type, defaultExpression } of rows) {
    const columns = found.get(table) ?? new Map<string, string>();
    found.set(table, columns.set(name, describeColumn(type, defaultExpression.replaceAll('`', ''))));
  }
  for (const table of allTables) {
    const expected = expectedColumns(table, mayHaveMore);
    const actual = found.get(table.name) ?? new Map<string, string>();
    const surplus = mayHaveMore ? undefined : [...actual.keys()].find((name) => !expected.has(name));
    const different =
      [...expected].find(([name, column]) => !actual.has(name) || !isAsExpected(column, actual.get(name)))?.[0] ??
      surplus;
    if (different === undefined) continue;
    throw new ClickHouseStoreError(
      'clickhouse_schema_mismatch',
      `Table ${store.database}.${table.name} is not as this program defines it: column ${different}`,
      {
        table: table.name,
        column: different,
        expected: expected.get(different) ?? 'no such column',
        found: actual.get(different) ?? 'no such column',
      },
    );
  }
}

function describeColumn(type: string, expression: string): string {
  return `${type} ${expression}`.trim();
}

/** Column → its type and the expression that fills it. A newer release computes the pack in its own way. */
function expectedColumns(table: TableDefinition, mayHaveMore: boolean): ReadonlyMap<string, string | undefined> {
  const columns = new Map<string, string | undefined>(
    table.columns.map(({ name, type, added }) => [name, describeColumn(type.sql, added?.default.sql ?? '')]),
  );
  if (table.pack !== undefined) {
    columns.set(packColumnName, mayHaveMore ? undefined : describeColumn('String', writtenPackSql(table)));
  }
  return columns;
}

function isAsExpected(expected: string | undefined, actual: string | undefined): boolean {
  return expected === undefined || expected === actual;
}
