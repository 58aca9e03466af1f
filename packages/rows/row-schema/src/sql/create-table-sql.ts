import { identifier, stringLiteral } from './sql-literal.ts';
import { columnsBesidePack, packColumnName, packExpression } from '../tables/row-pack.ts';
import type { ColumnCodec, ColumnDefinition, TableDefinition } from '../tables/table-definition.ts';

const codecSql: Readonly<Record<ColumnCodec, string>> = {
  ordered: 'CODEC(DoubleDelta, ZSTD(1))',
  integer: 'CODEC(T64, ZSTD(1))',
  zstd: 'CODEC(ZSTD(1))',
  cells: 'CODEC(ZSTD(3))',
};

/** How tables spread over servers. */
export interface ClusterOptions {
  /** Statements are sent to every server of this cluster. */
  readonly cluster?: string;
  /** `Replicated…` engines; their path and replica name come from the servers' macros. */
  readonly isReplicated?: boolean;
}

export function onCluster({ cluster }: ClusterOptions): string {
  return cluster === undefined ? '' : ` ON CLUSTER ${identifier(cluster)}`;
}

/** The statement that makes a table, comments included; nothing happens when it is there. */
export function createTableSql(
  table: Omit<TableDefinition, 'encode'>,
  database: string,
  options: ClusterOptions = {},
): string {
  const version = table.engine.version === undefined ? '' : table.engine.version;
  const engine = `${options.isReplicated === true ? 'Replicated' : ''}ReplacingMergeTree(${version})`;
  const settings = Object.entries(table.settings ?? {}).map(([name, value]) => `${name} = ${value}`);
  return [
    `CREATE TABLE IF NOT EXISTS ${identifier(database)}.${identifier(table.name)}${onCluster(options)} (`,
    columnsOf(table)
      .map((column) => `  ${column}`)
      .join(',\n'),
    `) ENGINE = ${engine}`,
    ...(table.partitionBy === undefined ? [] : [`PARTITION BY ${table.partitionBy}`]),
    `ORDER BY (${table.orderBy.map(identifier).join(', ')})`,
    ...(settings.length === 0 ? [] : [`SETTINGS ${settings.join(', ')}`]),
    `COMMENT ${stringLiteral(table.comment)}`,
  ].join('\n');
}

/**
 * Adds the pack to a table that was made without it. Rows that are there are not rewritten: the engine computes theirs
 * as they are read, and stores it as it merges them.
 */
export function addPackSql(
  table: Omit<TableDefinition, 'encode'>,
  database: string,
  options: ClusterOptions = {},
): string {
  const name = `${identifier(database)}.${identifier(table.name)}${onCluster(options)}`;
  return `ALTER TABLE ${name} ADD COLUMN IF NOT EXISTS ${packSql(table)}`;
}

function columnsOf(table: Omit<TableDefinition, 'encode'>): string[] {
  if (table.pack === undefined) return table.columns.map((column) => columnSql(column));
  const beside = new Set(columnsBesidePack(table));
  return [
    // What single rows are read by comes in small blocks: a key pays for the rest of its block.
    ...table.columns.map((column) => `${columnSql(column)}${beside.has(column) ? ` ${smallBlocks}` : ''}`),
    packSql(table),
  ];
}

const smallBlocks = 'SETTINGS (min_compress_block_size = 8192)';

function packSql(table: Omit<TableDefinition, 'encode'>): string {
  const comment = 'Copy of the other columns in RowBinary, for readers of single rows; no part of SELECT *';
  return [
    `${identifier(packColumnName)} String MATERIALIZED ${packExpression(table)}`,
    `COMMENT ${stringLiteral(comment)} ${codecSql.zstd} ${smallBlocks}`,
  ].join(' ');
}

function columnSql({ name, type, comment, codec }: ColumnDefinition): string {
  const tail = codec === undefined ? '' : ` ${codecSql[codec]}`;
  return `${identifier(name)} ${type.sql} COMMENT ${stringLiteral(comment)}${tail}`;
}
