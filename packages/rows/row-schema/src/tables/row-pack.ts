import { RowBinaryReader } from '../row-binary/row-binary-reader.ts';
import { bytes } from './column-type.ts';
import {
  type ColumnDefinition,
  type ColumnList,
  emptyRowOf,
  rowPropertyOf,
  type TableDefinition,
} from './table-definition.ts';

/** Name of the column that holds the pack: hidden from `SELECT *`, and never written by an insert. */
export const packColumnName = 'packed';

/** A whole row by few columns, for readers of single rows; of a pack with `of` what readers need of it. */
export interface RowPack<Row> {
  /** What to select: the key, what stands beside the pack, the pack. */
  readonly columns: ColumnList;
  /** The row from one that was selected by `columns`. Byte values are views of what was selected. */
  readonly unpack: (selected: Readonly<Record<string, unknown>>) => Row;
}

/** The columns that the pack of a table holds, in stored order. */
export function packedColumnsOf(table: Omit<TableDefinition, 'encode'>): ColumnList {
  const { pack } = table;
  if (pack === undefined) return [];
  const { of } = pack;
  if (of !== undefined) return table.columns.filter((column) => of.includes(column.name));
  const left = new Set([...table.orderBy, ...pack.besides]);
  return table.columns.filter((column) => !left.has(column.name));
}

/** The columns that are read beside the pack, in stored order: the key, and what the pack leaves out. */
export function columnsBesidePack(table: Omit<TableDefinition, 'encode'>): ColumnList {
  const names = new Set([...table.orderBy, ...(table.pack?.besides ?? [])]);
  return table.columns.filter((column) => names.has(column.name));
}

/** The expression that the engine computes the pack by when rows are written. */
export function packExpression(table: Omit<TableDefinition, 'encode'>): string {
  const names = packedColumnsOf(table).map((column) => column.name);
  return `formatRowNoNewline('RowBinary', ${names.join(', ')})`;
}

/** A condition: the stored pack is what the expression makes of the row's columns. */
export function packConsistencySql(table: Omit<TableDefinition, 'encode'>): string {
  return `${packColumnName} = ${packExpression(table)}`;
}

/**
 * How rows of a table are read through its pack.
 *
 * @throws {RangeError} when the table has none
 */
export function rowPackOf<Row>(table: Omit<TableDefinition<Row>, 'encode'>): RowPack<Row> {
  const packed = packedColumnsOf(table);
  if (packed.length === 0) throw new RangeError(`Table ${table.name} has no pack`);
  const beside = columnsBesidePack(table);
  const packColumn: ColumnDefinition = { name: packColumnName, type: bytes, comment: 'The other columns' };
  const steps = packed.map((column) => ({ property: rowPropertyOf(column.name), type: column.type }));
  const besideProperties = beside.map((column) => rowPropertyOf(column.name));
  const read = new Set([...beside, ...packed]);
  const empty = emptyRowOf(table.columns.filter((column) => read.has(column)));
  return {
    columns: [...beside, packColumn],
    unpack(selected) {
      const row: Record<string, unknown> = { ...empty };
      for (const property of besideProperties) row[property] = selected[property];
      const reader = new RowBinaryReader(selected[packColumnName] as Uint8Array);
      for (const { property, type } of steps) row[property] = type.read(reader);
      return row as Row;
    },
  };
}
