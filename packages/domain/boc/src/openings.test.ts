import { describe, expect, it } from '@jest/globals';
import { Bag, CellBuilder, serializeTreeWithout, writeBag } from './index.ts';

describe('a bag whose cells may be opened so often', () => {
  const leaf = new CellBuilder().storeUint(7, 8).endCell();
  const other = new CellBuilder().storeUint(8, 8).endCell();
  const root = new CellBuilder().storeRef(leaf).storeRef(other).endCell();
  const boc = writeBag([root]);
  const tooMuch = expect.objectContaining({ name: 'BocError', code: 'boc_too_much_reading' });

  it('is read as often, whichever cells they are, and not once more', () => {
    const bag = Bag.parse(boc, { openingsMax: 3 });
    const slice = bag.slice(bag.root);
    slice.moveTo(bag.ref(bag.root, 0));
    bag.exoticSlice(bag.root);

    expect(bag.openingsLeft).toBe(0);
    expect(() => slice.moveTo(bag.root)).toThrow(tooMuch);
    expect(() => bag.slice(bag.root)).toThrow(tooMuch);
  });

  it('counts a tree that is searched in vain, for every subtree once', () => {
    const subtrees = Array.from({ length: 4 }, (_, index) => new CellBuilder().storeUint(index, 9).endCell());
    const holder = new CellBuilder();
    for (const cell of subtrees) holder.storeRef(cell);
    const bytes = writeBag([new CellBuilder().storeRef(root).storeRef(holder.endCell()).endCell()]);
    const bag = Bag.parse(bytes, { openingsMax: 0.8 });
    const search = (position: number) =>
      serializeTreeWithout(bag, bag.ref(bag.root, 0), bag.ref(bag.ref(bag.root, 1), position));

    for (let time = 0; time < 1000; time++) expect(search(0)).toBeUndefined();
    expect(search(1)).toBeUndefined();
    expect(() => search(2)).toThrow(tooMuch);
  });

  it('has no bound unless one is given', () => {
    const bag = Bag.parse(boc);
    for (let time = 0; time < 1000; time++) bag.slice(bag.root);

    expect(bag.openingsLeft).toBe(Infinity);
  });
});
