import { describe, expect, it } from '@jest/globals';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { createPartitionProgress } from './partition-progress.ts';

const store = {
  select: () => Promise.resolve([]),
  insertRows: () => Promise.resolve(),
} as unknown as ClickHouseStore;

const place = (round: number, range = 1) => ({ round, range, part: 0, isLast: true, partitions: 2 });

describe('progress of partitions', () => {
  it('is as far as the one of them that is the furthest behind', () => {
    const progress = createPartitionProgress(store);
    expect(progress.lastSeqnoOf([])).toBeUndefined();
    for (const round of [1, 2, 3]) progress.count(0, place(round));
    expect(progress.lastSeqnoOf([0, 1])).toBeUndefined();
    progress.count(1, place(1));
    expect(progress.lastSeqnoOf([0, 1])).toBe(1);
    progress.count(1, place(2));
    expect(progress.lastSeqnoOf([0, 1])).toBe(2);
    // Another process has the other partition now.
    expect(progress.lastSeqnoOf([0])).toBe(3);
  });

  it('stays where a record is missing', () => {
    const progress = createPartitionProgress(store);
    progress.count(0, place(1));
    expect(progress.count(0, place(3))).toEqual({ gapAfter: 1 });
    expect(progress.lastSeqnoOf([0])).toBe(1);
  });

  it('is that of the range in which a partition is furthest, and unknown where none is stored or counted', async () => {
    const progress = createPartitionProgress(store);
    await progress.load([{ partition: 1, round: place(7, 5) }]);
    expect(progress.lastSeqnoOf([1])).toBeUndefined();
    progress.count(1, place(7, 5));
    progress.count(1, place(2, 1));
    expect(progress.lastSeqnoOf([1])).toBe(7);
    progress.forget(1);
    expect(progress.lastSeqnoOf([1])).toBeUndefined();
  });
});
