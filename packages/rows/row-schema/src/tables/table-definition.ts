import type { RowBinaryReader } from '../row-binary/row-binary-reader.ts';
import type { RowBinaryWriter } from '../row-binary/row-binary-writer.ts';
import type { ColumnType, ValueOf } from './column-type.ts';

/**
 * How a column's values are compressed:
 *
 * - `ordered`: for values that grow slowly in sort order (lt, seqno, time); DoubleDelta, then ZSTD(1)
 * - `sorted`: for numbers that are random but stored in their order; Delta, then ZSTD(1)
 * - `integer`: for small or repeated numbers; T64, then ZSTD(1)
 * - `zstd`: for types that T64 does not support (128-bit amounts, flags, names); ZSTD(1)
 * - `cells`: for bags of cells, which are large and seldom read; ZSTD(3)
 *
 * Without a codec the engine uses its default, which is right for random bytes.
 */
export type ColumnCodec = 'ordered' | 'sorted' | 'integer' | 'zstd' | 'cells';

/** A column. Analysts read its `comment` in `system.columns`. */
export interface ColumnDefinition {
  readonly name: string;
  readonly type: ColumnType<unknown>;
  readonly codec?: ColumnCodec;
  readonly comment: string;
  /** Absent for the columns that a table was made with. */
  readonly added?: AddedColumn;
}

/** How a column came to a table that was there: it stands behind the older columns, in the row and in its pack. */
interface AddedColumn {
  /** The version of the schema that added it. */
  readonly bySchema: number;
  /** The first pack format that holds it; absent when the pack does not. */
  readonly byPackFormat?: number;
  /** The value that rows have which were written before, as an SQL literal and as a value. */
  readonly default: { readonly sql: string; readonly value: unknown };
}

/** The columns of a table, in stored order. */
export type ColumnList = readonly ColumnDefinition[];

/** The property of a row for a column: `prev1RootHash` for `prev_1_root_hash`. */
type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** One row: a plain object with a property per column. */
export type RowOf<Columns extends ColumnList> = {
  readonly [Column in Columns[number] as CamelCase<Column['name']>]: ValueOf<Column['type']>;
};

/** Keeps, of rows with the same sort key, the one with the highest `version`, or the last inserted. */
interface ReplacingEngine {
  readonly kind: 'replacing';
  readonly version?: string;
}

/** An index of a column that grows along the sort key: for finding rows of a span of its values. */
interface SpanIndex {
  readonly column: string;
  /** Granules that share one entry. */
  readonly granules: number;
}

/**
 * The sort key of a table again, in the order of another value. The engine reads it instead of the table when a
 * condition is on that value and nothing but the key is selected.
 */
interface KeyProjection {
  readonly name: string;
  /** SQL: a column, or an expression that is never NULL. Conditions use the same text. */
  readonly by: string;
}

/**
 * The distinct values of some expressions, in their order. The engine keeps them for each part, and reads them instead
 * of the table when a query groups by the same expressions and selects nothing else.
 */
interface GroupProjection {
  readonly name: string;
  /** SQL. Conditions and groups use the same texts. */
  readonly groupBy: readonly string[];
}

/** The description of a table, from which migrations, encoders, digests and the comments for analysts are made. */
export interface TableDefinition<Row = never, Columns extends ColumnList = ColumnList> {
  readonly name: string;
  readonly comment: string;
  readonly columns: Columns;
  readonly engine: ReplacingEngine;
  readonly orderBy: readonly string[];
  readonly partitionBy?: string;
  readonly settings?: Readonly<Record<string, number | string>>;
  /** Smallest and largest values of a column per some granules: the engine skips those that cannot match. */
  readonly spans?: readonly SpanIndex[];
  /** Copies of the sort key in other orders, which the engine keeps with the rows and finds rows by. */
  readonly projections?: readonly KeyProjection[];
  readonly groupProjections?: readonly GroupProjection[];
  /**
   * Adds one column, the pack, in which the engine stores a copy of other columns. Reading a single row takes time per
   * column, and a reader selects the few columns of `rowPackOf` instead of all. The pack leaves out the sort key and
   * `outside`: hashes, which do not compress and would be stored twice. With `only` it holds just the columns named
   * there, because readers of single rows need no others. `format` counts up with every column that is added to it.
   * Rows for which `emptyWhere` holds (SQL) have an empty pack: they are never read by it.
   */
  readonly pack?: {
    readonly format: number;
    readonly outside: readonly string[];
    readonly only?: readonly string[];
    readonly emptyWhere?: string;
  };
  /** Appends one row in RowBinary, columns in stored order. */
  readonly encode: (writer: RowBinaryWriter, row: Row) => void;
}

/** Returns the property of a row for a column: `accountBlocks` for `account_blocks`. */
export function rowPropertyOf(columnName: string): string {
  return columnName.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * Returns an encoder made from the column list, for tables that get at most a few rows per block. The other tables have
 * faster, hand-written encoders (README); a test compares them with this one.
 */
export function encoderOf<const Columns extends ColumnList>(
  columns: Columns,
): (writer: RowBinaryWriter, row: RowOf<Columns>) => void {
  const steps = columns.map((column) => ({
    property: rowPropertyOf(column.name),
    type: column.type,
  }));
  return function encodeRow(writer, row) {
    const values = row as Readonly<Record<string, unknown>>;
    for (const step of steps) step.type.write(writer, values[step.property]);
  };
}

/** Reads the next row, columns in stored order. */
export function decodeRow<const Columns extends ColumnList>(columns: Columns, reader: RowBinaryReader): RowOf<Columns> {
  return rowDecoderOf(columns)(reader);
}

/**
 * Returns a row of nulls to copy. Copies of one parsed object share its hidden class, while an object that gets one
 * computed property after the other becomes a slow dictionary.
 */
export function emptyRowOf(columns: ColumnList): Readonly<Record<string, unknown>> {
  const nulls = columns.map((column) => `${JSON.stringify(rowPropertyOf(column.name))}:null`);
  return JSON.parse(`{${nulls.join(',')}}`) as Readonly<Record<string, unknown>>;
}

const decoders = new WeakMap<ColumnList, (reader: RowBinaryReader) => unknown>();

/** Returns a function that reads one row after the other, as `decodeRow` does. */
export function rowDecoderOf<const Columns extends ColumnList>(
  columns: Columns,
): (reader: RowBinaryReader) => RowOf<Columns> {
  const known = decoders.get(columns);
  if (known !== undefined) return known as (reader: RowBinaryReader) => RowOf<Columns>;
  const properties = columns.map((column) => rowPropertyOf(column.name));
  const types = columns.map((column) => column.type);
  const empty = emptyRowOf(columns);
  const decode = (reader: RowBinaryReader): unknown => {
    const row: Record<string, unknown> = { ...empty };
    for (let index = 0; index < types.length; index++) row[properties[index]!] = types[index]!.read(reader);
    return row;
  };
  decoders.set(columns, decode);
  return decode as (reader: RowBinaryReader) => RowOf<Columns>;
}
