import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { arbitraryCell } from './arbitrary-cell.test-support.ts';
import { chainOfCells, handmadeBag } from './handmade-bag.test-support.ts';
import {
  Bag,
  BocError,
  borrowRemainder,
  borrowTree,
  Cell,
  serializeRemainder,
  serializeTree,
  serializeTrees,
  writeBag,
} from './index.ts';
import { depthMax } from './cell-limits.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe('serializeTree', () => {
  it('writes every tree of a bag as if it were the only one, in any order and again', () => {
    fc.assert(
      fc.property(arbitraryCell({ sizeMax: 40 }), fc.array(fc.nat(), { maxLength: 20 }), (root, picks) => {
        const bag = Bag.of(root);
        for (const pick of picks) {
          const cell = pick % bag.cellCount;

          expect(hex(serializeTree(bag, cell))).toBe(hex(writeBag([bag.toCell(cell)])));
          expect(hex(borrowTree(bag, cell))).toBe(hex(serializeTree(bag, cell)));
          if (bag.isExotic(cell)) continue;
          const slice = bag.slice(cell);
          slice.skipBits(bag.bitLength(cell) >> 1);
          slice.skipRefs(bag.refCount(cell) >> 1);

          expect(hex(serializeRemainder(slice))).toBe(hex(writeBag([slice.toCell()])));
          expect(hex(borrowRemainder(slice))).toBe(hex(serializeRemainder(slice)));
        }
      }),
    );
  });

  it('writes several trees into one bag, each cell once', () => {
    fc.assert(
      fc.property(arbitraryCell({ sizeMax: 40 }), fc.array(fc.nat(), { minLength: 1, maxLength: 9 }), (root, picks) => {
        const bag = Bag.of(root);
        const cells = picks.map((pick) => pick % bag.cellCount);

        expect(hex(serializeTrees(bag, cells))).toBe(hex(writeBag(cells.map((cell) => bag.toCell(cell)))));
      }),
    );
  });

  it('lends memory that the next tree takes again, and never what it gave away', () => {
    const bag = Bag.parse(handmadeBag({ cells: chainOfCells(2) }));
    const own = serializeTree(bag, 0);
    const kept = own.slice();
    const lent = borrowTree(bag, 0);
    const before = lent.slice();
    borrowTree(bag, 1);

    expect(hex(own)).toBe(hex(kept));
    expect(hex(lent)).not.toBe(hex(before));
  });

  it('refuses a tree that is deeper than a heap cell can be', () => {
    const cells = chainOfCells(depthMax + 1);
    const bag = Bag.parse(handmadeBag({ cells, refSize: 2 }), { depthMax: depthMax + 1 });

    expect(() => serializeTree(bag, bag.root)).toThrow(BocError);
    expect(() => serializeTree(bag, bag.root)).toThrow('too deep');
    expect(Bag.parse(serializeTree(bag, 1)).depth(0)).toBe(depthMax);
  });

  it('writes a cell without references', () => {
    expect(hex(serializeTree(Bag.of(Cell.empty), 0))).toBe(hex(writeBag([Cell.empty])));
  });
});
