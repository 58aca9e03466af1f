import { RowBinaryReader } from '../row-binary/row-binary-reader.ts';
import { bytes } from './column-type.ts';
import {
  type ColumnDefinition,
  type ColumnList,
  emptyRowOf,
  rowPropertyOf,
  type TableDefinition,
} from './table-definition.ts';

/** Name of the column that holds the pack. `SELECT *` leaves it out, and inserts do not write it. */
export const packColumnName = 'packed';

/** How a row is read through the pack: whole, or with a pack that has `only`, the columns that readers need. */
interface RowPack<Row> {
  /** The columns to select: the sort key, those outside the pack, and the pack. */
  readonly columns: ColumnList;
  /** Returns the row for one that was selected with `columns`. Byte values are views of the selected row. */
  readonly unpack: (selected: Readonly<Record<string, unknown>>) => Row;
}

/** Returns the columns that the pack of a table holds, in stored order. */
export function packedColumnsOf(table: Omit<TableDefinition, 'encode'>): ColumnList {
  const { pack } = table;
  if (pack === undefined) return [];
  const { only } = pack;
  if (only !== undefined) return table.columns.filter((column) => only.includes(column.name));
  const outside = new Set([...table.orderBy, ...pack.outside]);
  return table.columns.filter((column) => !outside.has(column.name));
}

/** Returns the columns that are read together with the pack, in stored order: the sort key and those it leaves out. */
export function columnsOutsidePack(table: Omit<TableDefinition, 'encode'>): ColumnList {
  const names = new Set([...table.orderBy, ...(table.pack?.outside ?? [])]);
  return table.columns.filter((column) => names.has(column.name));
}

/** Returns the expression with which the engine computes the pack when rows are inserted. */
export function packExpression(table: Omit<TableDefinition, 'encode'>): string {
  const names = packedColumnsOf(table).map((column) => column.name);
  return `formatRowNoNewline('RowBinary', ${names.join(', ')})`;
}

/** Returns the condition that the stored pack agrees with the columns of its row. */
export function packConsistencySql(table: Omit<TableDefinition, 'encode'>): string {
  return `${packColumnName} = ${packExpression(table)}`;
}

/**
 * Returns how rows of a table are read through its pack.
 *
 * @throws {RangeError} when the table has no pack
 */
export function rowPackOf<Row>(table: Omit<TableDefinition<Row>, 'encode'>): RowPack<Row> {
  const packed = packedColumnsOf(table);
  if (packed.length === 0) throw new RangeError(`Table ${table.name} has no pack`);
  const outside = columnsOutsidePack(table);
  const packColumn: ColumnDefinition = { name: packColumnName, type: bytes, comment: 'The other columns' };
  const steps = packed.map((column) => ({ property: rowPropertyOf(column.name), type: column.type }));
  const outsideProperties = outside.map((column) => rowPropertyOf(column.name));
  const read = new Set([...outside, ...packed]);
  const empty = emptyRowOf(table.columns.filter((column) => read.has(column)));
  return {
    columns: [...outside, packColumn],
    unpack(selected) {
      const row: Record<string, unknown> = { ...empty };
      for (const property of outsideProperties) row[property] = selected[property];
      const reader = new RowBinaryReader(selected[packColumnName] as Uint8Array);
      for (const { property, type } of steps) row[property] = type.read(reader);
      return row as Row;
    },
  };
}
