import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openEmbeddedClickHouse } from '@tonriver/chdb';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { type Logger, silentLogger } from '@tonriver/logger';
import { schemaVersion } from '@tonriver/row-schema';
import { runMigrate } from './run-migrate.ts';

describe('migrate', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tonriver-migrate-'));
  let store: ClickHouseStore;
  beforeAll(async () => {
    store = await openEmbeddedClickHouse({ path: folder, database: 'ton_test' });
  }, 60_000);
  afterAll(async () => {
    await store?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const run = async (): Promise<readonly string[]> => {
    const told: string[] = [];
    const logger: Logger = { ...silentLogger, info: (message) => void told.push(message) };
    await runMigrate(store, { logger, signal: new AbortController().signal });
    return told;
  };

  it('says each step, and at the end that the database is migrated', async () => {
    expect(await run()).toEqual([...Array(schemaVersion).fill('Migrating'), 'The database is migrated']);
  }, 60_000);

  it('says that there is nothing to do the second time', async () => {
    expect(await run()).toEqual(['The database has the schema of this release; nothing to do']);
  }, 60_000);

  it('leaves a newer database alone that lets this release in, and refuses one that does not', async () => {
    const insert = (version: number, oldest: number) =>
      store.command(
        `INSERT INTO schema_migrations (version, name, oldest_compatible) VALUES (${version}, 'later', ${oldest})`,
      );
    await insert(schemaVersion + 1, schemaVersion);
    expect(await run()).toEqual(['The database is newer and lets this release in; nothing to do']);
    await insert(schemaVersion + 2, schemaVersion + 1);
    await expect(run()).rejects.toMatchObject({ code: 'clickhouse_schema_newer' });
  }, 60_000);
});
