import { describe, expect, it } from '@jest/globals';
import { Bag, CellBuilder } from '@tonriver/boc';
import fc from 'fast-check';
import { configReadingOpcodes, scanOpcodes } from './opcode-scan.ts';

/** A tree in which one cell has the opcode at a bit offset, between other bits. */
function treeWith(opcode: number, before: readonly boolean[], after: readonly boolean[], depth: number): Bag {
  const builder = new CellBuilder();
  for (const bit of before) builder.storeBit(bit);
  builder.storeUint(opcode, 16);
  for (const bit of after) builder.storeBit(bit);
  let cell = builder.endCell();
  for (let level = 0; level < depth; level++) cell = new CellBuilder().storeRef(cell).endCell();
  return Bag.of(cell);
}

const bits = (maxLength: number) => fc.array(fc.boolean(), { maxLength });

describe('the opcode scan', () => {
  it('finds each instruction that reads the configuration at every bit offset of a cell', () => {
    for (const opcode of configReadingOpcodes) {
      for (let offset = 0; offset <= 1023 - 16; offset++) {
        const before = Array.from({ length: offset }, () => false);
        expect(scanOpcodes(treeWith(opcode, before, [], 0)).readsConfig).toBe(true);
      }
    }
  });

  it('finds instructions between random bits in any cell', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...configReadingOpcodes),
        bits(500),
        bits(500),
        fc.nat(20),
        (opcode, before, after, depth) => {
          expect(scanOpcodes(treeWith(opcode, before, after, depth)).readsConfig).toBe(true);
        },
      ),
    );
  });

  it.each([
    ['readsConfigBeforeVersion6', [0xf835, 0xfb08]],
    ['buildsLibraryReferences', [0xcf23]],
    ['sendsMessages', [0xfb08]],
    ['readsPreviousBlocks', [0xf82d, 0xf834, 0xf840, 0xf881, 0xed47, 0xede0]],
  ] as const)('finds what %s at any offset', (finding, opcodes) => {
    fc.assert(
      fc.property(fc.constantFrom(...opcodes), bits(500), bits(500), (opcode, before, after) => {
        expect(scanOpcodes(treeWith(opcode, before, after, 1))[finding]).toBe(true);
      }),
    );
  });

  it('finds nothing in short cells and in cells without such an instruction', () => {
    expect(scanOpcodes(Bag.of(new CellBuilder().storeUint(0xf829 >> 1, 15).endCell())).readsConfig).toBe(false);
    expect(scanOpcodes(Bag.of(new CellBuilder().endCell())).readsConfig).toBe(false);
  });

  it('does not find an instruction across two cells', () => {
    const second = new CellBuilder().storeUint(0x29, 8).endCell();
    const first = new CellBuilder().storeUint(0xf8, 8).storeRef(second).endCell();
    expect(scanOpcodes(Bag.of(first)).readsConfig).toBe(false);
  });
});
