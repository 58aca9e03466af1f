import { partSettings } from './part-settings.ts';
import { identifier, stringLiteral } from './sql-literal.ts';
import { columnsOutsidePack, packColumnName, writtenPackSql } from '../tables/row-pack.ts';
import type { ColumnCodec, ColumnDefinition, TableDefinition } from '../tables/table-definition.ts';

const codecSql: Readonly<Record<ColumnCodec, string>> = {
  ordered: 'CODEC(DoubleDelta, ZSTD(1))',
  sorted: 'CODEC(Delta(8), ZSTD(1))',
  integer: 'CODEC(T64, ZSTD(1))',
  zstd: 'CODEC(ZSTD(1))',
  cells: 'CODEC(ZSTD(3))',
};

/** The engine's default. */
const defaultGranularity = 8192;

/** How tables are distributed over servers. */
export interface ClusterOptions {
  /** Statements run on every server of this cluster. */
  readonly cluster?: string;
  /** Uses `Replicated…` engines; their path and replica name come from the servers' macros. */
  readonly isReplicated?: boolean;
}

export function onClusterSql({ cluster }: ClusterOptions): string {
  return cluster === undefined ? '' : ` ON CLUSTER ${identifier(cluster)}`;
}

/** Returns the statement that creates a table with its comments. It does nothing when the table exists. */
export function createTableSql(
  table: Omit<TableDefinition, 'encode'>,
  database: string,
  options: ClusterOptions = {},
): string {
  const engine = `${options.isReplicated === true ? 'Replicated' : ''}ReplacingMergeTree(${table.engine.version ?? ''})`;
  // The engine lists settings in the order in which they were set: of tables that were migrated these came last.
  const settings = { index_granularity: defaultGranularity, ...table.settings, ...partSettings };
  return [
    `CREATE TABLE IF NOT EXISTS ${identifier(database)}.${identifier(table.name)}${onClusterSql(options)} (`,
    [...columnListSql(table), ...spansSql(table), ...projectionsSql(table)].map((line) => `  ${line}`).join(',\n'),
    `) ENGINE = ${engine}`,
    ...(table.partitionBy === undefined ? [] : [`PARTITION BY ${table.partitionBy}`]),
    `ORDER BY (${table.orderBy.map(identifier).join(', ')})`,
    `SETTINGS ${Object.entries(settings)
      .map(([name, value]) => `${name} = ${value}`)
      .join(', ')}`,
    `COMMENT ${stringLiteral(table.comment)}`,
  ].join('\n');
}

function spansSql({ spans = [] }: Omit<TableDefinition, 'encode'>): string[] {
  return spans.map(({ column, granules }) => `INDEX ${column}_span ${column} TYPE minmax GRANULARITY ${granules}`);
}

function projectionsSql({
  projections = [],
  groupProjections = [],
  orderBy,
}: Omit<TableDefinition, 'encode'>): string[] {
  const groups = groupProjections.map(({ name, groupBy }) => {
    const values = groupBy.join(', ');
    return `PROJECTION ${name} (SELECT ${values} GROUP BY ${values})`;
  });
  const keys = projections.map(({ name, by }) => `PROJECTION ${name} (SELECT ${orderBy.join(', ')} ORDER BY ${by})`);
  return [...keys, ...groups];
}

function columnListSql(table: Omit<TableDefinition, 'encode'>): string[] {
  if (table.pack === undefined) return table.columns.map((column) => columnSql(column));
  const outside = new Set(columnsOutsidePack(table));
  return [
    // Columns that are read for single rows get small blocks: reading one row decompresses the whole block.
    ...table.columns.map((column) => `${columnSql(column)}${outside.has(column) ? ` ${smallBlocks}` : ''}`),
    packSql(table),
  ];
}

const smallBlocks = 'SETTINGS (min_compress_block_size = 8192)';

function packSql(table: Omit<TableDefinition, 'encode'>): string {
  const comment =
    'Number of its format in one byte, then other columns in RowBinary, for reading single rows; not part of SELECT *';
  return [
    `${identifier(packColumnName)} String MATERIALIZED ${writtenPackSql(table)}`,
    `COMMENT ${stringLiteral(comment)} ${codecSql.zstd} ${smallBlocks}`,
  ].join(' ');
}

function columnSql({ name, type, comment, codec, added }: ColumnDefinition): string {
  const value = added === undefined ? '' : ` DEFAULT ${added.default.sql}`;
  const compression = codec === undefined ? '' : ` ${codecSql[codec]}`;
  return `${identifier(name)} ${type.sql}${value} COMMENT ${stringLiteral(comment)}${compression}`;
}
