import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { LogBatch } from './event-log.ts';
import { createOffsetLedger } from './offset-ledger.ts';

/** A batch of one partition that begins at an offset, and may be taken away. */
const batchFrom = (offset: bigint, partition = 0) => {
  const state = { isCurrent: true };
  const records = [{ partition, offset, key: null, value: new Uint8Array(), headers: {} }];
  const batch: LogBatch = { partition, records, isCurrent: () => state.isCurrent, commit: () => Promise.resolve() };
  return { batch, takeAway: () => (state.isCurrent = false) };
};

describe('createOffsetLedger', () => {
  it('returns each offset once, and only when all records up to it are done', () => {
    const rounds = fc.array(fc.integer({ min: 0, max: 8 }), { maxLength: 30 });
    const order = fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7, 8], { minLength: 9 });
    fc.assert(
      fc.property(rounds, order, (delivered, finished) => {
        const ledger = createOffsetLedger();
        const done = new Set<number>();
        delivered.forEach((round, index) => {
          ledger.add({ partition: 3, offset: BigInt(index) }, () => done.has(round));
        });
        let committed = -1n;
        for (const round of finished) {
          done.add(round);
          const [taken] = ledger.takeDone();
          if (taken !== undefined) {
            expect(taken.offset).toBeGreaterThan(committed);
            committed = taken.offset;
          }
          const firstOpen = delivered.findIndex((asked) => !done.has(asked));
          expect(committed).toBe(BigInt(firstOpen === -1 ? delivered.length : firstOpen) - 1n);
          expect(ledger.size).toBe(delivered.length - Number(committed) - 1);
        }
      }),
    );
  });

  it('keeps partitions apart', () => {
    const ledger = createOffsetLedger();
    ledger.add({ partition: 0, offset: 5n }, () => false);
    ledger.add({ partition: 1, offset: 2n }, () => true);
    expect(ledger.takeDone()).toEqual([{ partition: 1, offset: 2n, batch: undefined }]);
  });

  describe('when a partition was taken away and given back', () => {
    /** Records 1 to 3 were taken, and the partition comes back from 3 on: others have committed 1 and 2. */
    const givenBack = (hasOwnProgress: boolean) => {
      const ledger = createOffsetLedger({ hasOwnProgress });
      expect(ledger.begin(batchFrom(1n).batch)).toBe(true);
      // The first one is never done here.
      for (const offset of [1n, 2n, 3n]) ledger.add({ partition: 0, offset }, () => offset > 1n);
      const held = batchFrom(4n);
      expect(ledger.begin(held.batch)).toBe(false);
      held.takeAway();
      const again = batchFrom(3n).batch;
      expect(ledger.begin(again)).toBe(true);
      ledger.add({ partition: 0, offset: 3n }, () => true);
      return { ledger, again };
    };

    it('forgets records that come again, and does not wait for those that others have committed', () => {
      const { ledger, again } = givenBack(false);
      expect(ledger.takeDone()).toEqual([{ partition: 0, offset: 3n, batch: again }]);
    });

    it('waits for records that others have committed when the step has offsets of its own', () => {
      const { ledger } = givenBack(true);
      expect(ledger.size).toBe(3);
      expect(ledger.takeDone()).toEqual([]);
    });
  });
});
