import { identifier, stringLiteral } from '../store/sql-literal.ts';
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
    table.columns.map((column) => `  ${columnSql(column)}`).join(',\n'),
    `) ENGINE = ${engine}`,
    ...(table.partitionBy === undefined ? [] : [`PARTITION BY ${table.partitionBy}`]),
    `ORDER BY (${table.orderBy.map(identifier).join(', ')})`,
    ...(settings.length === 0 ? [] : [`SETTINGS ${settings.join(', ')}`]),
    `COMMENT ${stringLiteral(table.comment)}`,
  ].join('\n');
}

function columnSql({ name, type, comment, codec }: ColumnDefinition): string {
  const tail = codec === undefined ? '' : ` ${codecSql[codec]}`;
  return `${identifier(name)} ${type.sql} COMMENT ${stringLiteral(comment)}${tail}`;
}
