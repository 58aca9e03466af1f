import { rowPropertyOf } from '@tonriver/row-schema';

/** The key of a row: column → value. Hashes and accounts are lower-case hex. */
type RowIdentity = Readonly<Record<string, string>>;

/** A row by its table and key. */
export interface RowName {
  readonly table: string;
  readonly row: RowIdentity;
}

/** A wrong row: it is missing, should not be there, or has wrong columns. */
export interface Problem extends RowName {
  /** The wrong columns, if they are known. */
  readonly columns?: readonly string[];
  readonly problem: string;
  /** Another row that contradicts this one: one of the two is wrong. */
  readonly or?: RowName;
}

/** A problem, with the name of the proof that found it. */
export interface Finding extends Problem {
  readonly proof: string;
}

interface KeyedTable {
  readonly name: string;
  readonly orderBy: readonly string[];
}

/** Returns the name of a row, from the row itself or from any object that has its sort key. */
export function nameOf(table: KeyedTable, row: object): RowName {
  const values = row as Readonly<Record<string, unknown>>;
  return {
    table: table.name,
    row: Object.fromEntries(table.orderBy.map((column) => [column, valueText(values[rowPropertyOf(column)])])),
  };
}

/** Returns a stored value as text for people. */
export function valueText(value: unknown): string {
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex');
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`;
  if (typeof value === 'object') return Object.values(value).map(valueText).join(':');
  return String(value as string | number | bigint | boolean);
}

/** `transactions (workchain 0, account ab…, lt 5)`. */
export function nameText({ table, row }: RowName): string {
  const parts = Object.entries(row).map(([column, value]) => `${column} ${value}`);
  return `${table} (${parts.join(', ')})`;
}
