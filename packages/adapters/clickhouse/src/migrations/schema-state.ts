import { schemaVersion } from '@tonriver/row-schema';
import { ClickHouseStoreError } from '../errors.ts';
import type { ClickHouseStore } from '../store/click-house-store.ts';

/** A step of the schema as the database records it. */
interface RecordedMigration {
  readonly version: number;
  readonly name: string;
  /** The oldest version whose programs may use the database after this step. */
  readonly oldestCompatible: number;
}

/** The schema of a database, as the database records it. */
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

/** Reads which steps were run. It may be called at any time, also while another program migrates. */
export async function readSchemaState(store: ClickHouseStore): Promise<SchemaState> {
  const recorded = (await readRecords(store)).map(({ version, name, oldest_compatible: oldest }) => ({
    version,
    name,
    oldestCompatible: oldest === undefined || oldest === 0 ? version : oldest,
  }));
  const version = recorded.at(-1)?.version ?? 0;
  // Programs that one step excludes stay excluded after later steps.
  const oldestCompatible = Math.max(0, ...recorded.map((step) => step.oldestCompatible));
  return { version, oldestCompatible, recorded };
}

/** ClickHouse's own numbers for a table and for a database that are not there. */
const UNKNOWN_TABLE_CODES = [60, 81];

async function readRecords(store: ClickHouseStore): Promise<readonly MigrationRecord[]> {
  try {
    return await store.query<MigrationRecord>('SELECT * FROM schema_migrations FINAL ORDER BY version');
  } catch (error) {
    const code = error instanceof ClickHouseStoreError ? Number(error.fields['serverCode']) : undefined;
    if (code !== undefined && UNKNOWN_TABLE_CODES.includes(code)) return [];
    throw error;
  }
}

/** How the schema of a database fits a program: an `older` one must be migrated, a `newer` one excludes it. */
export type SchemaFit = 'fits' | 'older' | 'newer';

export function schemaFit({ version, oldestCompatible }: SchemaState, known: number = schemaVersion): SchemaFit {
  if (version < known) return 'older';
  return oldestCompatible > known ? 'newer' : 'fits';
}

/**
 * Checks the version of the schema only, not its tables: cheap enough for a running service.
 *
 * @throws {ClickHouseStoreError} `clickhouse_schema_older`, `clickhouse_schema_newer`
 */
export async function requireSchema(store: ClickHouseStore): Promise<SchemaState> {
  const state = await readSchemaState(store);
  const fit = schemaFit(state);
  if (fit === 'older') throw schemaOlderError(store.database, state);
  if (fit === 'newer') throw schemaNewerError(store.database, state);
  return state;
}

/** Returns the error of a program that is too old for the database. It says what to do. */
export function schemaNewerError(database: string, { version, oldestCompatible }: SchemaState): ClickHouseStoreError {
  return new ClickHouseStoreError(
    'clickhouse_schema_newer',
    `Database ${database} has schema version ${version}, for programs of version ${oldestCompatible} and later; this ` +
      `program knows version ${schemaVersion}: run a newer release`,
    { database, found: version, oldestCompatible, known: schemaVersion },
  );
}

/** Returns the error of a program whose database is not migrated yet. It says what to do. */
function schemaOlderError(database: string, { version }: SchemaState): ClickHouseStoreError {
  return new ClickHouseStoreError(
    'clickhouse_schema_older',
    `Database ${database} has schema version ${version}, this program needs version ${schemaVersion}: run ` +
      '`npx tonriver migrate` of this release',
    { database, found: version, known: schemaVersion },
  );
}
