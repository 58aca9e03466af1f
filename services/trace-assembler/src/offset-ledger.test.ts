import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createOffsetLedger } from './offset-ledger.ts';

describe('createOffsetLedger', () => {
  it('gives no offset behind which a record waits whose round is not done, and each only once', () => {
    const rounds = fc.array(fc.integer({ min: 0, max: 8 }), { maxLength: 30 });
    const order = fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7, 8], { minLength: 9 });
    fc.assert(
      fc.property(rounds, order, (delivered, finished) => {
        const ledger = createOffsetLedger();
        delivered.forEach((round, offset) => ledger.add(BigInt(offset), round));
        const done = new Set<number>();
        let committed = -1n;
        for (const round of finished) {
          done.add(round);
          const taken = ledger.takeDone((asked) => done.has(asked));
          if (taken !== undefined) {
            expect(taken).toBeGreaterThan(committed);
            committed = taken;
          }
          const firstOpen = delivered.findIndex((asked) => !done.has(asked));
          expect(committed).toBe(BigInt(firstOpen === -1 ? delivered.length : firstOpen) - 1n);
          expect(ledger.size).toBe(delivered.length - Number(committed) - 1);
        }
      }),
    );
  });

  it('forgets everything when it is told to', () => {
    const ledger = createOffsetLedger();
    ledger.add(5n, 1);
    ledger.clear();
    expect(ledger.takeDone(() => true)).toBeUndefined();
  });
});
