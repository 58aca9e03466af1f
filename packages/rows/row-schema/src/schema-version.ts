/**
 * The version of the schema that the tables of this package are: the number of the newest step in the migrations of
 * `@tonriver/clickhouse`.
 */
export const schemaVersion = 17;
