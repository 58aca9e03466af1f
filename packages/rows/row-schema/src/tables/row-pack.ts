import { RowBinaryReader } from '../row-binary/row-binary-reader.ts';
import { RowSchemaError } from '../row-schema-error.ts';
import { bytes } from './column-type.ts';
import {
  type ColumnDefinition,
  type ColumnList,
  emptyRowOf,
  rowPropertyOf,
  type TableDefinition,
} from './table-definition.ts';

/** Name of the column that holds the pack: hidden from `SELECT *`, and never written by an insert. */
export const packColumnName = 'pack' as const;

/** A pack begins with the number of its format, so that a reader of another release knows what it has before it. */
const FIRST_FORMAT = 1;

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

/** The columns that a pack of a format holds: a later format only adds some behind those of the one before it. */
function columnsOfFormat(packed: ColumnList, format: number): ColumnList {
  return packed.filter((column) => (column.added?.byPackFormat ?? FIRST_FORMAT) <= format);
}

/**
 * The expression that the engine computes the pack by when rows are written: the format as one byte, then the columns.
 */
export function packExpression(
  table: Omit<TableDefinition, 'encode'>,
  format: number = table.pack?.format ?? FIRST_FORMAT,
): string {
  const names = columnsOfFormat(packedColumnsOf(table), format).map((column) => column.name);
  return `concat(char(${format}), formatRowNoNewline('RowBinary', ${names.join(', ')}))`;
}

/** What the engine stores as the pack of a new row. */
export function writtenPackSql(table: Omit<TableDefinition, 'encode'>): string {
  const emptyWhere = table.pack?.emptyWhere;
  return emptyWhere === undefined ? packExpression(table) : `if(${emptyWhere}, '', ${packExpression(table)})`;
}

/** The expression for the RowBinary bytes of a whole row. */
export function rowBytesSql(table: Pick<TableDefinition, 'columns'>): string {
  return `formatRowNoNewline('RowBinary', ${table.columns.map(({ name }) => name).join(', ')})`;
}

/**
 * A condition: the stored pack is what its format makes of the row's columns. Of a format that this program does not
 * know, only the columns that it does know can be compared. A pack may be empty where `emptyWhere` says so.
 */
export function packConsistencySql(table: Omit<TableDefinition, 'encode'>): string {
  const newest = table.pack?.format ?? FIRST_FORMAT;
  const known = Array.from({ length: newest }, (_, index) => index + FIRST_FORMAT);
  const cases = known.map(
    (format) => `ascii(${packColumnName}) = ${format}, ${packColumnName} = ${packExpression(table, format)}`,
  );
  const behindFormat = (bytesSql: string): string => `substring(${bytesSql}, 2)`;
  const startsAsKnown = `startsWith(${behindFormat(packColumnName)}, ${behindFormat(packExpression(table))})`;
  const emptyWhere = table.pack?.emptyWhere;
  const empty = emptyWhere === undefined ? '' : `empty(${packColumnName}), ${emptyWhere}, `;
  return `multiIf(${empty}${cases.join(', ')}, ascii(${packColumnName}) > ${newest} AND ${startsAsKnown})`;
}

/**
 * Returns how rows of a table are read through its pack.
 *
 * Packs of older formats lack the columns that were added later: those have their default. Of newer formats the columns
 * that this program does not know are left unread. A pack of a known format that is shorter or longer than its columns
 * is a `RowSchemaError`.
 *
 * @throws {RangeError} when the table has none
 */
export function rowPackOf<Row>(table: Omit<TableDefinition<Row>, 'encode'>): RowPack<Row> {
  const packed = packedColumnsOf(table);
  if (packed.length === 0) throw new RangeError(`Table ${table.name} has no pack`);
  const newest = table.pack?.format ?? FIRST_FORMAT;
  const outside = columnsOutsidePack(table);
  const packColumn: ColumnDefinition = { name: packColumnName, type: bytes, comment: 'The other columns' };
  const stepOf = (column: ColumnDefinition) => ({ property: rowPropertyOf(column.name), type: column.type });
  const stepsByFormat = Array.from({ length: newest + 1 }, (_, format) => columnsOfFormat(packed, format).map(stepOf));
  const outsideProperties = outside.map((column) => rowPropertyOf(column.name));
  const read = new Set([...outside, ...packed]);
  const empty = withDefaults(table.columns.filter((column) => read.has(column)));
  return {
    columns: [...outside, packColumn],
    unpack(selected) {
      const row: Record<string, unknown> = { ...empty };
      for (const property of outsideProperties) row[property] = selected[property];
      const reader = new RowBinaryReader(selected[packColumnName] as Uint8Array);
      const format = reader.uint8();
      if (format < FIRST_FORMAT) throw unreadable(table.name, format, 'its format is not one');
      for (const { property, type } of stepsByFormat[Math.min(format, newest)]!) row[property] = type.read(reader);
      if (format <= newest && !reader.isAtEnd) throw unreadable(table.name, format, 'bytes follow its last column');
      return row as Row;
    },
  };
}

function withDefaults(columns: ColumnList): Readonly<Record<string, unknown>> {
  const row: Record<string, unknown> = { ...emptyRowOf(columns) };
  for (const { name, added } of columns) if (added !== undefined) row[rowPropertyOf(name)] = added.default.value;
  return row;
}

function unreadable(table: string, format: number, why: string): RowSchemaError {
  return new RowSchemaError('row_binary_invalid', `A pack of ${table} cannot be read: ${why}`, { table, format });
}
