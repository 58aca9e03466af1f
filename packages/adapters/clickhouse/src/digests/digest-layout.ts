import {
  type DigestedTable,
  digestedTables,
  type DigestLayout,
  digestLayoutOf,
  identifier,
  schemaVersion,
} from '@tonriver/row-schema';
import type { ClickHouseStore } from '../store/click-house-store.ts';

/** Finds the columns that programs of a schema version digest; undefined when they are not recorded. */
export type FindDigestLayout = (version: number) => Promise<DigestLayout | undefined>;

/**
 * Layouts of this version and older ones are known. Newer programs run beside this one during an upgrade: their
 * migration recorded their layout. Found layouts are kept, because a record does not change.
 */
export function createDigestLayouts(store: ClickHouseStore): FindDigestLayout {
  const found = new Map<number, DigestLayout>();
  return async (version) => {
    if (version <= schemaVersion) return digestLayoutOf(version);
    const known = found.get(version);
    if (known !== undefined) return known;
    const [row] = await store.query<{ readonly digested_columns?: string }>(
      'SELECT digested_columns FROM schema_migrations FINAL WHERE version = {version:UInt32}',
      { version },
    );
    const layout = row === undefined ? undefined : parseLayout(row.digested_columns ?? '');
    if (layout !== undefined) found.set(version, layout);
    return layout;
  };
}

/** Reads a recorded layout. Undefined unless it names, for every digested table, columns that may stand in a query. */
function parseLayout(json: string): DigestLayout | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const columns = (name: string): readonly string[] | undefined => {
    const list: unknown = (value as Readonly<Record<string, unknown>>)[name];
    return Array.isArray(list) && list.length > 0 && list.every(isColumnName) ? (list as string[]) : undefined;
  };
  const layout = Object.fromEntries(Object.keys(digestedTables).map((name) => [name, columns(name)]));
  return Object.values(layout).includes(undefined) ? undefined : (layout as Record<DigestedTable, readonly string[]>);
}

function isColumnName(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  try {
    identifier(value);
    return true;
  } catch {
    return false;
  }
}
