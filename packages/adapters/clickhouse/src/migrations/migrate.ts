import {
  type ClusterOptions,
  createTableSql,
  digestLayoutOf,
  identifier,
  onClusterSql,
  schemaVersion,
  text,
  uint32,
} from '@tonriver/row-schema';
import type { ClickHouseStore } from '../store/click-house-store.ts';
import { checkSchema } from './check-schema.ts';
import { type MigrationLockOptions, withMigrationLock } from './migration-lock.ts';
import { type Migration, migrations as allMigrations } from './migrations.ts';
import { planSlices } from './slices.ts';
import { readSchemaState, schemaFit, type SchemaState, schemaNewerError } from './schema-state.ts';

/** The table of migrations as the first release made it. `addedColumns` adds the later columns. */
const schemaMigrations = {
  name: 'schema_migrations',
  comment: 'Migrations that were run to their end',
  columns: [
    { name: 'version', type: uint32, comment: 'Number of the migration' },
    { name: 'name', type: text, comment: 'What it does' },
  ],
  engine: { kind: 'replacing' },
  orderBy: ['version'],
} as const;

const addedColumns = [
  "`oldest_compatible` UInt32 COMMENT 'Oldest version whose programs may use the database after it; 0: its own'",
  "`digested_columns` String COMMENT 'Columns that its programs digest, by table, as JSON'",
] as const;

export interface MigrateOptions
  extends ClusterOptions,
    Pick<MigrationLockOptions, 'signal' | 'onWait' | 'silenceSecondsMax'> {
  /** Other steps than the schema's own, for tests. */
  readonly migrations?: readonly Migration[];
  /** Called before each step. */
  readonly onStep?: (migration: Migration) => void;
  /** Called after each slice of a statement that copies many rows. */
  readonly onSlice?: (migration: Migration, progress: { readonly done: number; readonly total: number }) => void;
}

/** The schema versions before and after `migrate`. */
export interface MigrateResult {
  /** The version before, 0 for an empty database. */
  readonly from: number;
  readonly to: number;
}

/**
 * Brings the store's database to the schema that this program knows: runs each step that is not recorded, records it
 * after its last statement, and compares the tables with their definitions. Repeatable, also after a crash at any
 * point; of several processes one works and the others wait.
 *
 * A database that is newer is left as it is.
 *
 * @throws {ClickHouseStoreError} `clickhouse_schema_newer` when it no longer admits this program;
 *   `clickhouse_schema_mismatch` when tables differ from their definitions
 */
export async function migrate(store: ClickHouseStore, options: MigrateOptions = {}): Promise<MigrateResult> {
  const { migrations = allMigrations } = options;
  const before = await readSchemaState(store);
  if (isDone(before, migrations)) {
    refuseNewer(store, before);
    await checkSchema(store);
    return { from: before.version, to: before.version };
  }
  return await withMigrationLock(store, options, async (lock) => {
    const state = await readSchemaState(store);
    refuseNewer(store, state);
    await prepareRecords(store, options);
    const recorded = new Set(state.recorded.map(({ version }) => version));
    for (const migration of migrations) {
      if (recorded.has(migration.version)) continue;
      options.onStep?.(migration);
      const slices = migration.slices === undefined ? [] : await planSlices(store, migration.slices);
      for (const statement of migration.statements(store.database, options)) {
        const parts = statement.includes('{slice}')
          ? slices.map((slice) => statement.replaceAll('{slice}', slice))
          : [statement];
        for (const [index, part] of parts.entries()) {
          await lock.check();
          await store.command(part);
          if (parts.length > 1) options.onSlice?.(migration, { done: index + 1, total: parts.length });
        }
      }
      await lock.check();
      await record(store, migration);
    }
    await raiseDeployment(store);
    await checkSchema(store);
    return { from: before.version, to: Math.max(before.version, schemaVersion) };
  });
}

/** True when every step of this program is recorded. */
function isDone({ recorded }: SchemaState, migrations: readonly Migration[]): boolean {
  const versions = new Set(recorded.map(({ version }) => version));
  return migrations.every(({ version }) => versions.has(version));
}

function refuseNewer(store: ClickHouseStore, state: SchemaState): void {
  if (schemaFit(state) === 'newer') throw schemaNewerError(store.database, state);
}

async function prepareRecords(store: ClickHouseStore, options: ClusterOptions): Promise<void> {
  await store.command(createTableSql(schemaMigrations, store.database, options));
  const table = `${identifier(store.database)}.${identifier(schemaMigrations.name)}${onClusterSql(options)}`;
  for (const column of addedColumns) await store.command(`ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS ${column}`);
}

/** Writes the new schema version into the deployment row: services compare it with their own version. */
async function raiseDeployment(store: ClickHouseStore): Promise<void> {
  await store.command(
    `INSERT INTO deployment (network, global_id, zero_state_root_hash, zero_state_file_hash, schema_version,
       parser_version, revision)
     SELECT network, global_id, zero_state_root_hash, zero_state_file_hash, {version:UInt32}, parser_version,
       bitShiftLeft(toUInt64({version:UInt32}), 32) + parser_version
     FROM deployment FINAL WHERE schema_version < {version:UInt32}`,
    { version: schemaVersion },
  );
}

async function record(store: ClickHouseStore, { version, name, oldestCompatible }: Migration): Promise<void> {
  await store.command(
    `INSERT INTO schema_migrations (version, name, oldest_compatible, digested_columns)
     SELECT {version:UInt32}, {name:String}, {oldestCompatible:UInt32}, {digestedColumns:String}`,
    { version, name, oldestCompatible, digestedColumns: JSON.stringify(digestLayoutOf(version)) },
  );
}
