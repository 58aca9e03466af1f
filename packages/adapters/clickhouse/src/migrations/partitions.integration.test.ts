import { join } from 'node:path';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openEmbeddedClickHouse } from '@tonriver/chdb';
import { accountDataTable, createRowBatch, createTableSql } from '@tonriver/row-schema';
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

  const hash = new Uint8Array(32);
  /** Rows whose lt lie in 1,100 ranges of the old partitions, and the largest lt there is. */
  const farApartRows = () => {
    const batch = createRowBatch(accountDataTable);
    const addAt = (lt: bigint): void =>
      batch.add({ workchain: 0, account: hash, lt, dataHash: hash, isWhole: true, dataBoc: hash });
    for (let index = 0n; index < 1100n; index += 1n) addAt(index * step);
    addAt(2n ** 64n - 1n);
    return batch.rows();
  };

  it('are so few that rows of any lt go into one insert, and a range of lt leads to its own', async () => {
    await store.insertRows(accountDataTable, farApartRows());

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

  it('of a table that was made before they were bounded take such rows as well', async () => {
    const older = { ...accountDataTable, name: 'older_account_data', partitionBy: 'intDiv(lt, 1000000000000)' };
    await store.command(createTableSql(older, 'ton_test'));

    await store.insertRows(older, farApartRows());

    const found = await store.query('SELECT uniqExact(_partition_id) AS partitions FROM older_account_data');
    expect(found).toEqual([{ partitions: '1101' }]);
  }, 60_000);
});
