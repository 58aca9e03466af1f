import { allTables, packColumnName, packExpression, text } from '@tonriver/row-schema';
import { ClickHouseStoreError } from '../errors.ts';
import type { ClickHouseStore } from '../store/click-house-store.ts';

const foundColumns = [
  { name: 'table', type: text, comment: 'Table' },
  { name: 'name', type: text, comment: 'Column' },
  { name: 'type', type: text, comment: 'Type' },
  { name: 'default_expression', type: text, comment: 'What the engine computes it by' },
] as const;

/**
 * Compares every table with its definition, column by column. A difference means that rows would be written under
 * wrong names or types, or read as something else.
 */
export async function checkSchema(store: ClickHouseStore): Promise<void> {
  const rows = await store.select(
    foundColumns,
    'SELECT table, name, type, default_expression FROM system.columns WHERE database = {database:String} ORDER BY table, position',
    { database: store.database },
  );
  const found = new Map<string, (typeof rows)[number][]>();
  for (const row of rows) found.set(row.table, [...(found.get(row.table) ?? []), row]);
  for (const table of allTables) {
    const expected = table.columns.map((column) => `${column.name} ${column.type.sql}`);
    if (table.pack !== undefined) expected.push(`${packColumnName} String ${packExpression(table)}`);
    const actual = (found.get(table.name) ?? []).map(({ name, type, defaultExpression }) =>
      `${name} ${type} ${defaultExpression.replaceAll('`', '')}`.trim(),
    );
    const difference = expected.findIndex((column, index) => column !== actual[index]);
    if (difference < 0 && actual.length === expected.length) continue;
    const at = difference < 0 ? expected.length : difference;
    throw new ClickHouseStoreError(
      'clickhouse_schema_mismatch',
      `Table ${store.database}.${table.name} is not as this program defines it`,
      { table: table.name, expected: expected[at] ?? '', found: actual[at] ?? '' },
    );
  }
}
