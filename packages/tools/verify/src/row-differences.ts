import { type ColumnList, rowPropertyOf } from '@tonriver/row-schema';
import { nameOf, type Problem, valueText } from './finding.ts';

/** A stored row beside the row that its transaction's cell gives. */
interface ComparedRow {
  readonly stored: object;
  /** Absent when the cell gives no such row. */
  readonly remade: object | undefined;
  /** The schema that the stored row was made for: columns that were added later have their default. */
  readonly schemaVersion: number;
}

/** Compares every column of a stored row with the row that its transaction's cell gives. */
export function rowDifferences(
  table: { readonly name: string; readonly orderBy: readonly string[]; readonly columns: ColumnList },
  { stored, remade, schemaVersion }: ComparedRow,
): Problem[] {
  if (remade === undefined) return [];
  const valuesOf = (row: object) => row as Readonly<Record<string, unknown>>;
  const wrong = table.columns
    .map(({ name, added }) => {
      const property = rowPropertyOf(name);
      const isNewer = added !== undefined && added.bySchema > schemaVersion;
      const expected = isNewer ? added.default.value : valuesOf(remade)[property];
      return { name, found: valueText(valuesOf(stored)[property]), expected: valueText(expected) };
    })
    .filter(({ found, expected }) => found !== expected);
  if (wrong.length === 0) return [];
  const texts = wrong.map(({ name, found, expected }) => `${name} is ${found}, not ${expected}`);
  const columns = wrong.map(({ name }) => name);
  return [{ ...nameOf(table, valuesOf(stored)), columns, problem: `differs from its cell: ${texts.join('; ')}` }];
}
