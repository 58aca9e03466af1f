import type { ColumnDefinition, ColumnList } from './table-definition.ts';

type Named<Columns extends ColumnList, Name extends string> = Extract<Columns[number], { readonly name: Name }>;

/**
 * Returns some columns of a table, in the given order, for `select` of a `RowReader`:
 *
 * ```ts
 * const columns = pickColumns(transactionsTable, 'account', 'lt', 'hash');
 * const rows = await store.select(columns, `SELECT ${columnsSql(columns)} FROM transactions FINAL WHERE …`);
 * ```
 */
export function pickColumns<Columns extends ColumnList, const Names extends readonly Columns[number]['name'][]>(
  table: { readonly name: string; readonly columns: Columns },
  ...names: Names
): { readonly [Index in keyof Names]: Named<Columns, Names[Index]> } {
  const picked: ColumnDefinition[] = names.map((name) => {
    const found = table.columns.find((column) => column.name === name);
    if (found === undefined) throw new RangeError(`Table ${table.name} has no column ${name}`);
    return found;
  });
  return picked as unknown as { readonly [Index in keyof Names]: Named<Columns, Names[Index]> };
}

/** Returns the names of columns as a SQL select list. */
export function columnsSql(columns: ColumnList): string {
  return columns.map((column) => column.name).join(', ');
}
