import { join } from 'node:path';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openEmbeddedClickHouse } from '@tonriver/chdb';
import { accountDataTable, createRowBatch } from '@tonriver/row-schema';
import { type ClickHouseStore, migrate } from '../index.ts';

const step = 10n ** 12n;

describe('partitions by lt', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tonriver-partitions-'));
  let store: ClickHouseStore;
  beforeAll(async () => {
    store = await openEmbeddedClickHouse({ path: folder, database: 'ton_test' });
    await migrate(store);
  }, 60_000);
  afterAll(async () => {
    await store?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('are so few that rows of any lt go into one insert, and a range of lt leads to its own', async () => {
    const hash = new Uint8Array(32);
    const batch = createRowBatch(accountDataTable);
    const addAt = (lt: bigint): void =>
      batch.add({ workchain: 0, account: hash, lt, dataHash: hash, isWhole: true, dataBoc: hash });
    for (let index = 0n; index < 1100n; index += 1n) addAt(index * step);
    addAt(2n ** 64n - 1n);

    await store.insertRows(accountDataTable, batch.rows());

    const found = await store.query('SELECT count() AS rows, uniqExact(_partition_id) AS partitions FROM account_data');
    expect(found).toEqual([{ rows: '1101', partitions: '1000' }]);
    const plan = await store.query<{ explain: string }>(
      `SELECT explain FROM (
         EXPLAIN indexes = 1 SELECT lt FROM account_data WHERE lt BETWEEN {from:UInt64} AND {to:UInt64}
       )`,
      { from: 500n * step, to: 501n * step },
    );
    const parts = plan.flatMap(({ explain }) => /Parts: (\d+)/.exec(explain)?.[1] ?? []).map(Number);
    expect(Math.min(...parts)).toBe(2);
  }, 60_000);

  it('are too many for one insert for good: trying again does not help', async () => {
    const insert = store.command(
      `INSERT INTO account_data (lt) SETTINGS max_partitions_per_insert_block = 1
       SELECT number * 1000000000000 FROM numbers(3)`,
    );
    await expect(insert).rejects.toMatchObject({
      code: 'clickhouse_rejected',
      isRetryable: false,
      fields: { serverCode: 252 },
    });
  });
});
