import type { RowBinaryReader } from '../row-binary/row-binary-reader.ts';
import type { RowBinaryWriter } from '../row-binary/row-binary-writer.ts';
import type { ColumnType, ValueOf } from './column-type.ts';

/**
 * How a column's values are compressed:
 * `ordered` grows slowly along the sort order (lt, seqno, time): DoubleDelta then ZSTD(1);
 * `integer` is small or repeats: T64 then ZSTD(1); `zstd` for what T64 does not take (128-bit amounts, flags, names);
 * `cells` for bags of cells, read seldom and large: ZSTD(3). Absent: the engine's default, right for random bytes.
 */
export type ColumnCodec = 'ordered' | 'integer' | 'zstd' | 'cells';

/** A column. `comment` is what an analyst reads in `system.columns`. */
export interface ColumnDefinition {
  readonly name: string;
  readonly type: ColumnType<unknown>;
  readonly codec?: ColumnCodec;
  readonly comment: string;
}

/** The columns of a table in stored order. */
export type ColumnList = readonly ColumnDefinition[];

/** `prev_1_root_hash` → `prev1RootHash`: what a column is called in a row. */
export type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** The plain object that is one row: a property per column. */
export type RowOf<Columns extends ColumnList> = {
  readonly [Column in Columns[number] as CamelCase<Column['name']>]: ValueOf<Column['type']>;
};

/**
 * What the engine keeps of rows that share their sort key: the one with the highest `version`, or the last inserted.
 */
export interface ReplacingEngine {
  readonly kind: 'replacing';
  readonly version?: string;
}

/** A table as data: migrations, encoders, digests and the documentation for analysts all come from it. */
export interface TableDefinition<Row = never, Columns extends ColumnList = ColumnList> {
  readonly name: string;
  readonly comment: string;
  readonly columns: Columns;
  readonly engine: ReplacingEngine;
  readonly orderBy: readonly string[];
  readonly partitionBy?: string;
  readonly settings?: Readonly<Record<string, number | string>>;
  /**
   * The table keeps, in one further column that the engine fills by itself, a copy of its other columns: a reader of
   * single rows pays per column, and reads the few of `rowPackOf` instead of all. Left out are the key and `besides`:
   * hashes, which do not compress and would be stored twice. With `of` the pack holds only the columns named there, for
   * readers who need no others.
   */
  readonly pack?: { readonly besides: readonly string[]; readonly of?: readonly string[] };
  /** Appends one row in RowBinary, columns in stored order. */
  readonly encode: (writer: RowBinaryWriter, row: Row) => void;
}

/** `account_blocks` → `accountBlocks`. */
export function rowPropertyOf(columnName: string): string {
  return columnName.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * An encoder made of the column list: for tables that get a few rows per block at most, and what a test holds the
 * hand-written ones of the others to (README).
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

/** Reads the next row, columns in stored order: the inverse of `encodeRow`. */
export function decodeRow<const Columns extends ColumnList>(columns: Columns, reader: RowBinaryReader): RowOf<Columns> {
  return rowDecoderOf(columns)(reader);
}

/**
 * A row of nulls to copy: copies of one parsed object share its shape, while objects that grow by one computed name
 * after the other become slow dictionaries.
 */
export function emptyRowOf(columns: ColumnList): Readonly<Record<string, unknown>> {
  const nulls = columns.map((column) => `${JSON.stringify(rowPropertyOf(column.name))}:null`);
  return JSON.parse(`{${nulls.join(',')}}`) as Readonly<Record<string, unknown>>;
}

const decoders = new WeakMap<ColumnList, (reader: RowBinaryReader) => unknown>();

/** `decodeRow` for many rows of the same columns. */
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
