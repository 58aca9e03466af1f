import { describe, expect, it } from '@jest/globals';
import { newRange } from '@tonriver/block-rows';
import { createMemoryClickHouse, type MemoryClickHouse } from '@tonriver/clickhouse/testing';
import { columnsSql, pickColumns, assemblerSnapshotsTable } from '@tonriver/row-schema';
import { createSnapshotStore } from './snapshot-store.ts';

/** A range that has come so far. */
const upTo = (last: number) => [{ ...newRange(1), last }];
const loadedLast = async (store: MemoryClickHouse): Promise<number | undefined> =>
  (await createSnapshotStore(store).load())[0]?.last;

describe('the snapshots of the trace assembler', () => {
  it('are not taken back by one of a process that lost the partition, whenever it arrives', async () => {
    for (const saves of [1, 2, 7]) {
      const store = createMemoryClickHouse();
      await createSnapshotStore(store).save(upTo(10), 100n);
      const [stale, owner] = [createSnapshotStore(store), createSnapshotStore(store)];
      await stale.load();
      await owner.load();
      await owner.save(upTo(20), 200n);
      for (let index = 1; index <= saves; index += 1) await stale.save(upTo(10 + index), 100n + BigInt(index));
      expect({ saves, last: await loadedLast(store) }).toEqual({ saves, last: 20 });
    }
  });

  it('follow one another also when nothing more is done, and when a log began anew', async () => {
    const store = createMemoryClickHouse();
    await createSnapshotStore(store).save(upTo(10), 100n);
    for (const [last, doneUntil] of [
      [11, 100n],
      [12, 0n],
      [13, 3n],
    ] as const) {
      const next = createSnapshotStore(store);
      await next.load();
      await next.save(upTo(last), doneUntil);
      expect(await loadedLast(store)).toBe(last);
    }
  });

  it('are in both slots, in two generations that follow one another', async () => {
    const store = createMemoryClickHouse();
    const snapshots = createSnapshotStore(store);
    const columns = pickColumns(assemblerSnapshotsTable, 'slot', 'generation');
    const sql = `SELECT ${columnsSql(columns)} FROM assembler_snapshots FINAL ORDER BY generation`;
    for (const doneUntil of [0n, 7n, 7n, 12n]) {
      await snapshots.save(upTo(5), doneUntil);
      const rows = await store.select(columns, sql);
      expect(rows.map(({ slot, generation }) => generation % 2n === BigInt(slot))).toEqual([true, true]);
      expect(rows[1]!.generation - rows[0]!.generation).toBe(1n);
    }
  });
});
