import { schemaVersion } from '@tonriver/row-schema';
import { ClickHouseStoreError } from '../errors.ts';
import type { ClickHouseStore } from '../store/click-house-store.ts';

/** A step of the schema as the database records it. */
export interface RecordedMigration {
  readonly version: number;
  readonly name: string;
  /** The oldest version whose programs may use the database after this step. */
  readonly oldestCompatible: number;
}

/** What a database says of its own schema. */
export interface SchemaState {
  /** Number of the newest step that was run; 0 for a database without tables. */
  readonly version: number;
  readonly oldestCompatible: number;
  readonly recorded: readonly RecordedMigration[];
}

interface MigrationRecord {
  readonly version: number;
  readonly name: string;
  /** Absent or 0 in databases of programs that did not know it: those let no older program in. */
  readonly oldest_compatible?: number;
}

/** Reads which steps were run. Possible at any time, also while another program migrates. */
export async function readSchemaState(store: ClickHouseStore): Promise<SchemaState> {
  const tables = await store.query(
    "SELECT 1 FROM system.tables WHERE database = {database:String} AND name = 'schema_migrations'",
    { database: store.database },
  );
  if (tables.length === 0) return { version: 0, oldestCompatible: 0, recorded: [] };
  const rows = await store.query<MigrationRecord>('SELECT * FROM schema_migrations FINAL ORDER BY version');
  const recorded = rows.map(({ version, name, oldest_compatible: oldest }) => ({
    version,
    name,
    oldestCompatible: oldest === undefined || oldest === 0 ? version : oldest,
  }));
  const newest = recorded.at(-1);
  return { version: newest?.version ?? 0, oldestCompatible: newest?.oldestCompatible ?? 0, recorded };
}

/** Whether a program may use a database: `older` ones have to be migrated, `newer` ones need a newer program. */
export type SchemaFit = 'fits' | 'older' | 'newer';

export function schemaFit({ version, oldestCompatible }: SchemaState, known: number = schemaVersion): SchemaFit {
  if (version < known) return 'older';
  return oldestCompatible > known ? 'newer' : 'fits';
}

/** The refusal of a program that is too old for the database, with the way out. */
export function schemaNewerError(database: string, { version, oldestCompatible }: SchemaState): ClickHouseStoreError {
  return new ClickHouseStoreError(
    'clickhouse_schema_newer',
    `Database ${database} has schema version ${version}, for programs of version ${oldestCompatible} and later; this ` +
      `program knows version ${schemaVersion}: run a newer release`,
    { database, found: version, oldestCompatible, known: schemaVersion },
  );
}

/** The refusal of a program whose database was not migrated yet, with the way out. */
export function schemaOlderError(database: string, { version }: SchemaState): ClickHouseStoreError {
  return new ClickHouseStoreError(
    'clickhouse_schema_older',
    `Database ${database} has schema version ${version}, this program needs version ${schemaVersion}: run ` +
      '`npx tonriver migrate` of this release',
    { database, found: version, known: schemaVersion },
  );
}
