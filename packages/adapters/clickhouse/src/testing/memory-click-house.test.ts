import { beforeEach, describe, expect, it } from '@jest/globals';
import { createRowBatch, pickColumns, stateProgressTable } from '@tonriver/row-schema';
import { createMemoryClickHouse, type MemoryClickHouse } from './memory-click-house.ts';
import { testTables } from './table-contract.ts';

describe('ClickHouse in memory', () => {
  let store: MemoryClickHouse;
  const empty = (): void => void (store = createMemoryClickHouse());
  beforeEach(empty);
  const insertRange = async (firstSeqno: number, lastSeqno: number): Promise<void> => {
    const batch = createRowBatch(stateProgressTable);
    batch.add({ firstSeqno, lastSeqno, isComplete: true });
    await store.insertRows(stateProgressTable, batch.rows());
  };
  const firstSeqnos = async (): Promise<readonly number[]> => {
    const columns = pickColumns(stateProgressTable, 'first_seqno');
    const rows = await store.select(columns, 'SELECT first_seqno FROM state_progress FINAL ORDER BY first_seqno');
    return rows.map(({ firstSeqno }) => firstSeqno);
  };

  testTables({ store: () => store, empty: async () => empty() });

  it('runs a deletion without a wait later, and only on rows that were there when it was asked for', async () => {
    await insertRange(1, 5);
    await insertRange(2, 5);
    const sql = 'ALTER TABLE state_progress DELETE WHERE first_seqno > {first:UInt32} SETTINGS mutations_sync = 0';
    await store.command(sql, { first: 1 });
    expect([store.deletionCount, await firstSeqnos()]).toEqual([1, [1, 2]]);
    await insertRange(3, 5);
    store.deleteNext();
    expect([store.deletionCount, await firstSeqnos()]).toEqual([0, [1, 3]]);
  });

  it('answers the same after a merge', async () => {
    await insertRange(1, 5);
    await insertRange(1, 7);
    const before = store.finalRows('state_progress');
    store.merge();
    expect(store.finalRows('state_progress')).toEqual(before);
  });

  it('refuses statements that it does not model', async () => {
    const columns = pickColumns(stateProgressTable, 'first_seqno');
    for (const sql of [
      'SELECT first_seqno FROM state_progress PREWHERE first_seqno > 1',
      'SELECT first_seqno FROM state_progress FINAL WHERE first_seqno IN (1, 2)',
      'SELECT max(first_seqno) AS first_seqno FROM state_progress FINAL',
      'SELECT first_seqno FROM no_such_table FINAL',
    ]) {
      await expect(store.select(columns, sql)).rejects.toMatchObject({ code: 'clickhouse_rejected' });
    }
    await expect(store.command('TRUNCATE TABLE state_progress')).rejects.toMatchObject({ code: 'clickhouse_rejected' });
    await expect(store.query('SELECT 1')).rejects.toMatchObject({ code: 'clickhouse_rejected' });
  });
});
