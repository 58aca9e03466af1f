import { describe, expect, it } from '@jest/globals';
import { createMemoryClickHouse } from '@tonriver/clickhouse/testing';
import { columnsSql, createRowBatch, pickColumns, roundsTable, schemaVersion } from '@tonriver/row-schema';
import type { AnnouncedBlock } from './announced-round.ts';
import { roundRow } from './round-rows.ts';

const nothing = { rows: 0, digest: '' };
const block = (rowVersion: number): AnnouncedBlock => ({
  round: 7,
  roundIndex: 0,
  roundBlocks: 1,
  isRangeStart: false,
  workchain: -1,
  shard: '8000000000000000',
  seqno: 7,
  rootHash: '',
  genUtime: 0,
  startLt: '1',
  endLt: '2',
  rowVersion,
  schemaVersion,
  digests: { blocks: nothing, masterchain_shards: nothing, transactions: nothing, messages: nothing },
});

describe('the row of a round', () => {
  it('keeps the mark of a range start, in any order of inserts', async () => {
    const columns = pickColumns(roundsTable, 'is_range_start');
    for (const order of [
      [true, false],
      [false, true],
    ]) {
      const store = createMemoryClickHouse();
      for (const isRangeStart of order) {
        const batch = createRowBatch(roundsTable);
        batch.add(roundRow(7, isRangeStart, [block(2 ** 31 + 8)]));
        await store.insertRows(roundsTable, batch.rows());
      }
      const stored = await store.select(columns, `SELECT ${columnsSql(columns)} FROM rounds FINAL`);
      expect({ order, stored }).toEqual({ order, stored: [{ isRangeStart: true }] });
    }
  });

  it('is replaced by the row of a newer parser', () => {
    const [start, newer] = [roundRow(7, true, [block(2 ** 31 + 8)]), roundRow(7, false, [block(2 ** 31 + 10)])];
    expect(newer.rowVersion).toBeGreaterThan(start.rowVersion);
  });
});
