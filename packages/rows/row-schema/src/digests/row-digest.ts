import { createHash } from 'node:crypto';
import { RowBinaryWriter } from '../row-binary/row-binary-writer.ts';
import { rowPropertyOf, type TableDefinition } from '../tables/table-definition.ts';

/** The number of rows that a block has in a table, and SHA-256 over their RowBinary bytes in sort order. */
export interface RowDigest {
  readonly rows: number;
  readonly digest: Uint8Array;
}

/** SHA-256 of no bytes: the digest of a block without rows in a table. */
export const emptyDigest: Uint8Array = createHash('sha256').digest();

/** Returns the digest of rows in any order, each key once. It equals what `digestSql` computes over the stored rows. */
export function digestOfRows<Row extends object>(
  table: Pick<TableDefinition<Row>, 'columns' | 'orderBy' | 'encode'>,
  rows: readonly Row[],
): RowDigest {
  const writer = new RowBinaryWriter();
  const sorted = [...rows].sort(compareByKey(table));
  for (const row of sorted) table.encode(writer, row);
  return { rows: rows.length, digest: createHash('sha256').update(writer.bytes()).digest() };
}

/** Returns a comparison in sort order: numbers by value, bytes as unsigned, names by their stored number. */
export function compareByKey<Row extends object>(
  table: Pick<TableDefinition<Row>, 'columns' | 'orderBy'>,
): (left: Row, right: Row) => number {
  const steps = table.orderBy.map((name) => {
    const column = table.columns.find((candidate) => candidate.name === name);
    if (column === undefined) throw new RangeError(`The sort key names a column ${name} that the table does not have`);
    const numbers = 'numbers' in column.type ? (column.type.numbers as Readonly<Record<string, number>>) : undefined;
    return { property: rowPropertyOf(name), numbers };
  });
  return (left, right) => {
    for (const { property, numbers } of steps) {
      const a = (left as Readonly<Record<string, unknown>>)[property];
      const b = (right as Readonly<Record<string, unknown>>)[property];
      const order =
        numbers === undefined ? compareValues(a, b) : compareValues(numbers[a as string], numbers[b as string]);
      if (order !== 0) return order;
    }
    return 0;
  };
}

function compareValues(a: unknown, b: unknown): number {
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'bigint' && typeof b === 'bigint') return a < b ? -1 : a > b ? 1 : 0;
  throw new TypeError(`Sort keys with values of types ${typeof a} and ${typeof b} cannot be compared`);
}
