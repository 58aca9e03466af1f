import { describe, expect, it } from '@jest/globals';
import { beginCell, Cell as TonCell } from '@ton/core';
import fc from 'fast-check';
import { arbitraryCell } from './arbitrary-cell.test-support.ts';
import { Bag, writeBag } from './index.ts';

const levels = [0, 1, 2, 3];

describe('Cells beside @ton/core', () => {
  it('have the same hashes, depths and levels, on the heap and in a bag, for all types of cells', () => {
    fc.assert(
      fc.property(arbitraryCell({ hasDenseLevels: true }), (cell) => {
        const [theirs] = TonCell.fromBoc(Buffer.from(writeBag([cell])));
        const bag = Bag.of(cell);

        expect(bag.level(bag.root)).toBe(theirs!.level());
        for (const level of levels) {
          const hash = theirs!.hash(level).toString('hex');

          expect([hex(cell.hash(level)), hex(bag.hash(bag.root, level))]).toEqual([hash, hash]);
          expect([cell.depth(level), bag.depth(bag.root, level)]).toEqual([theirs!.depth(level), theirs!.depth(level)]);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('are read from what @ton/core writes', () => {
    fc.assert(
      fc.property(arbitraryCell({ hasDenseLevels: true }), fc.boolean(), fc.boolean(), (cell, idx, crc32) => {
        const [theirs] = TonCell.fromBoc(Buffer.from(writeBag([cell])));
        const bag = Bag.parse(theirs!.toBoc({ idx, crc32 }));

        expect(hex(bag.hash(bag.root))).toBe(hex(cell.hash()));
      }),
      { numRuns: 200 },
    );
  });

  it('read numbers as @ton/core stores them', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(1n << 256n), max: (1n << 256n) - 1n }), fc.nat({ max: 300 }), (value, skipped) => {
        const theirs = beginCell()
          .storeUint(0, skipped)
          .storeInt(value, 257)
          .storeCoins(value < 0n ? 0n : value >> 140n);
        const bag = Bag.parse(theirs.endCell().toBoc());
        const slice = bag.slice(bag.root);
        slice.skipBits(skipped);

        expect(slice.loadIntBig(257)).toBe(value);
        expect(slice.loadCoins()).toBe(value < 0n ? 0n : value >> 140n);
        expect(slice.isEmpty).toBe(true);
      }),
    );
  });
});

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
