import { describe, expect, it } from '@jest/globals';
import { Bag, Cell, CellBuilder, hashRemainder, serializeRemainder, serializeTree, writeBag } from './index.ts';

const leaf = new CellBuilder().storeUint(5, 3).endCell();
const middle = new CellBuilder().storeUint(0xabcd, 16).storeRef(leaf).storeRef(Cell.empty).endCell();
const root = new CellBuilder().storeBit(true).storeRef(middle).storeRef(leaf).endCell();

describe('Bag', () => {
  it('reads back what was written, with equal hashes and depths', () => {
    const bag = Bag.parse(writeBag([root]));

    expect(bag.cellCount).toBe(4);
    expect(bag.hash(bag.root)).toEqual(root.hash());
    expect(bag.depth(bag.root)).toBe(2);
    expect(bag.toCell(bag.root).hash()).toEqual(root.hash());
    expect(bag.toCell(bag.ref(bag.root, 1))).toBe(bag.toCell(bag.root).refs[1]);
  });

  it('serialises a subtree of a bag as the writer serialises its cell', () => {
    const bag = Bag.of(root);

    expect(serializeTree(bag, bag.ref(bag.root, 0))).toEqual(writeBag([middle]));
    expect(serializeTree(bag, bag.root)).toEqual(writeBag([root]));
  });

  it('serialises and hashes what is left of a slice as a cell of its own', () => {
    const bag = Bag.of(middle);
    const slice = bag.slice(bag.root);
    slice.skipBits(5);
    slice.skipRefs(1);
    const rest = new CellBuilder()
      .storeUint(0xabcd & 0x7ff, 11)
      .storeRef(Cell.empty)
      .endCell();

    expect(serializeRemainder(slice)).toEqual(writeBag([rest]));
    expect(hashRemainder(slice)).toEqual(rest.hash());
    expect(slice.toCell().hash()).toEqual(rest.hash());
  });
});
