import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { arbitraryCell } from './arbitrary-cell.test-support.ts';
import {
  Bag,
  BocError,
  Cell,
  CellBuilder,
  crc32c,
  hashRemainder,
  serializeRemainder,
  serializeTree,
  writeBag,
} from './index.ts';

const options = fc.record({ crc: fc.boolean(), index: fc.boolean(), cacheBits: fc.boolean(), hashes: fc.boolean() });

describe('writeBag', () => {
  it('writes bags that are read back to the same cells, in all forms and with several roots', () => {
    fc.assert(
      fc.property(fc.array(arbitraryCell({ sizeMax: 30 }), { minLength: 1, maxLength: 3 }), options, (roots, form) => {
        const bag = Bag.parse(writeBag(roots, form));

        expect(bag.roots.map((root) => hex(bag.hash(root)))).toEqual(roots.map((root) => hex(root.hash())));
        expect(
          writeBag(
            bag.roots.map((root) => bag.toCell(root)),
            form,
          ),
        ).toEqual(bag.bytes);
      }),
      { numRuns: 200 },
    );
  });

  it('writes cells with equal hashes once', () => {
    const twin = (): Cell => new CellBuilder().storeUint(1, 8).endCell();
    const bag = Bag.of(new CellBuilder().storeRef(twin()).storeRef(twin()).endCell());

    expect([bag.cellCount, bag.ref(bag.root, 0)]).toEqual([2, bag.ref(bag.root, 1)]);
  });

  it('writes a small cell as it is documented', () => {
    const cell = new CellBuilder().storeUint(5, 3).storeRef(Cell.empty).endCell();
    const bytes = writeBag([cell]);

    expect(hex(bytes.subarray(0, -4))).toBe(
      ['b5ee9c72', '41', '01', '02', '01', '00', '06', '00', '0101b001', '0000'].join(''),
    );
    expect(Buffer.from(bytes).readUInt32LE(bytes.length - 4)).toBe(crc32c(bytes.subarray(0, -4)));
  });

  it('marks cells with several parents in the index when asked to', () => {
    const leaf = new CellBuilder().storeUint(1, 8).endCell();
    const bytes = writeBag([new CellBuilder().storeRef(leaf).storeRef(leaf).endCell()], {
      index: true,
      cacheBits: true,
      crc: false,
    });

    expect(hex(bytes)).toBe(
      ['b5ee9c72', 'a1', '01', '02', '01', '00', '07', '00', '080f', '02000101', '000201'].join(''),
    );
  });

  it('refuses to write a bag without roots', () => {
    expect(() => writeBag([])).toThrow(BocError);
  });
});

describe('Serialising a part of a bag', () => {
  it('gives the bytes of the cell written by itself, for every cell of every bag', () => {
    fc.assert(
      fc.property(arbitraryCell(), (root) => {
        const bag = Bag.of(root);
        for (let cell = 0; cell < bag.cellCount; cell++) {
          expect(hex(serializeTree(bag, cell))).toBe(hex(writeBag([bag.toCell(cell)])));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('finds equal subtrees that a bag holds twice', () => {
    const cells = [
      [2, 0, 1, 2],
      [1, 0, 3],
      [1, 0, 4],
      [0, 2, 7],
      [0, 2, 7],
    ].flat();
    const bag = Bag.parse(Uint8Array.of(0xb5, 0xee, 0x9c, 0x72, 1, 1, 5, 1, 0, cells.length, 0, ...cells));

    expect([bag.cellCount, Bag.parse(serializeTree(bag, 0)).cellCount]).toEqual([5, 3]);
  });

  it('writes the rest of a slice as a separate cell', () => {
    fc.assert(
      fc.property(arbitraryCell(), fc.nat(1023), fc.nat(4), (root, bits, refs) => {
        const bag = Bag.of(root);
        const slice = bag.exoticSlice(bag.root);
        slice.skipBits(Math.min(bits, slice.remainingBits));
        slice.skipRefs(Math.min(refs, slice.remainingRefs));
        const rest = new CellBuilder().storeSlice(slice).endCell();

        expect(hex(serializeRemainder(slice))).toBe(hex(writeBag([rest])));
        expect(hex(hashRemainder(slice))).toBe(hex(rest.hash()));
        expect(hex(slice.toCell().hash())).toBe(hex(rest.hash()));
      }),
      { numRuns: 300 },
    );
  });
});

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
