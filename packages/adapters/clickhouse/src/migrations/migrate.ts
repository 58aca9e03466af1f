import { type ClusterOptions, createTableSql, text, uint32 } from '@tonriver/row-schema';
import { ClickHouseStoreError } from '../errors.ts';
import type { ClickHouseStore } from '../store/click-house-store.ts';
import { checkSchema } from './check-schema.ts';
import { type Migration, migrations as allMigrations } from './migrations.ts';

const migrationColumns = [
  { name: 'version', type: uint32, comment: 'Number of the migration' },
  { name: 'name', type: text, comment: 'What it does' },
] as const;

const schemaMigrations = {
  name: 'schema_migrations',
  comment: 'Migrations that were run to their end',
  columns: migrationColumns,
  engine: { kind: 'replacing' },
  orderBy: ['version'],
} as const;

export interface MigrateOptions extends ClusterOptions {
  /** Other steps than the schema's own, for tests. */
  readonly migrations?: readonly Migration[];
}

/**
 * Brings the store's database to the schema this code knows: runs each step that is not recorded, records it after its
 * last statement, and compares the tables with their definitions. Repeatable, also after a crash at any point.
 *
 * A database with a step this code does not know is `clickhouse_schema_newer`: an older program must not write there.
 * Tables that differ from their definitions are `clickhouse_schema_mismatch`.
 */
export async function migrate(store: ClickHouseStore, options: MigrateOptions = {}): Promise<void> {
  const migrations = options.migrations ?? allMigrations;
  await store.command(createTableSql(schemaMigrations, store.database, options));
  const recorded = await recordedVersions(store);
  const newest = Math.max(0, ...recorded);
  const known = Math.max(0, ...migrations.map((migration) => migration.version));
  if (newest > known) {
    throw new ClickHouseStoreError(
      'clickhouse_schema_newer',
      `Database ${store.database} has schema version ${newest}, this program knows ${known}: run a newer one`,
      { database: store.database, found: newest, known },
    );
  }
  for (const migration of migrations) {
    if (recorded.has(migration.version)) continue;
    for (const statement of migration.statements(store.database, options)) await store.command(statement);
    await store.command('INSERT INTO schema_migrations (version, name) SELECT {version:UInt32}, {name:String}', {
      version: migration.version,
      name: migration.name,
    });
  }
  await checkSchema(store);
}

async function recordedVersions(store: ClickHouseStore): Promise<ReadonlySet<number>> {
  const rows = await store.select(migrationColumns, 'SELECT version, name FROM schema_migrations FINAL');
  return new Set(rows.map((row) => row.version));
}
