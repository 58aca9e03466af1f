import { rowPropertyOf, type TableDefinition } from '../tables/table-definition.ts';
import { stringLiteral } from './sql-literal.ts';

/**
 * Returns the sort key of a row as a SQL tuple: the same text for the same key, and the same key for the same text.
 *
 * ```ts
 * `WHERE (${table.orderBy.join(', ')}) IN (${rows.map((row) => keyTupleSql(table, row)).join(', ')})`
 * ```
 *
 * @param row an object with the properties of the sort key
 */
export function keyTupleSql({ orderBy }: Pick<TableDefinition, 'orderBy'>, row: object): string {
  const values = row as Readonly<Record<string, unknown>>;
  return `(${orderBy.map((column) => literalOf(values[rowPropertyOf(column)])).join(', ')})`;
}

function literalOf(value: unknown): string {
  if (value instanceof Uint8Array) {
    const hex = Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex');
    return `toFixedString(unhex('${hex}'), ${value.length})`;
  }
  if (typeof value === 'string') return stringLiteral(value);
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  throw new TypeError(`A sort key cannot have a value of type ${typeof value}`);
}
