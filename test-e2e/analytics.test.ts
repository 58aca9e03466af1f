import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openEmbeddedClickHouse } from '@tonriver/chdb';
import { type ClickHouseStore, migrate } from '@tonriver/clickhouse';
import { temporaryDirectory, type TemporaryDirectory } from '@tonriver/testing';

const page = join(dirname(dirname(fileURLToPath(import.meta.url))), 'docs', 'ANALYTICS.md');
const queries = [...readFileSync(page, 'utf8').matchAll(/```sql\n([\s\S]*?)```/g)]
  .flatMap(([, block = '']) => block.split(';'))
  .map((query) => query.trim())
  .filter((query) => query !== '');

describe('the queries of ANALYTICS.md', () => {
  let folder: TemporaryDirectory;
  let store: ClickHouseStore;
  beforeAll(async () => {
    folder = temporaryDirectory();
    store = await openEmbeddedClickHouse({ path: folder.path, database: 'ton_analytics_test' });
    await migrate(store);
  });
  afterAll(async () => {
    await store.close();
    folder.remove();
  });

  it('are several', () => {
    expect(queries.length).toBeGreaterThanOrEqual(7);
  });

  it.each(queries)('run on empty tables: %s', async (query) => {
    await expect(store.query(query)).resolves.toBeDefined();
  });

  it('name tables that exist', async () => {
    const tables = await store.query<{ readonly name: string }>(
      'SELECT name FROM system.tables WHERE database = currentDatabase()',
    );
    const known = new Set(tables.map(({ name }) => name));
    const named = [...readFileSync(page, 'utf8').matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name),
    );
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });
});
