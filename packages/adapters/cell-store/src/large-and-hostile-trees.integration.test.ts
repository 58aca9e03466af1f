import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Bag, Cell, CellBuilder, merkleUpdate, prunedBranch } from '@tonriver/boc';
import { type TemporaryDirectory, temporaryDirectory } from '@tonriver/testing';
import { type CellStore, createScratchStore, openCellStore } from './open-cell-store.ts';

const leaf = (value: number): Cell => new CellBuilder().storeUint(value, 400).endCell();
const fork = (...refs: readonly Cell[]): Cell => new Cell({ bits: new Uint8Array(0), bitLength: 0, refs });

/** Returns the new side of an update between two trees with pruned parts. */
function newSide(from: Cell, to: Cell): { readonly bag: Bag; readonly root: number } {
  const bag = Bag.of(merkleUpdate(from, to));
  return { bag, root: bag.ref(bag.root, 1) };
}

/** Returns a pruned branch with a wrong depth. */
function branchOfOtherDepth(cell: Cell): Cell {
  return new CellBuilder()
    .storeUint(0x0101, 16)
    .storeBytes(cell.hash())
    .storeUint(cell.depth() + 1, 16)
    .endExotic('pruned');
}

describe('adding an incomplete tree', () => {
  const [known, unknown, shown] = [fork(leaf(1), leaf(2)), leaf(3), leaf(4)];
  const store = createScratchStore();
  const bag = Bag.of(known);
  store.add(bag, bag.root);

  it('leaves the store unchanged when a cell is missing', () => {
    const { bag: hostile, root } = newSide(known, fork(shown, prunedBranch(known), prunedBranch(unknown)));

    expect(() => store.add(hostile, root)).toThrow(expect.objectContaining({ code: 'cell_missing' }));
    expect(store.body(shown.hash())).toBeUndefined();
    // It still has one hold and no other reference.
    expect(store.isComplete(known.hash())).toBe(true);
    store.release(known.hash());
    expect(store.body(known.hash())).toBeUndefined();
    store.add(bag, bag.root);
  });

  it('is refused when a pruned branch states a wrong depth', () => {
    const { bag: hostile, root } = newSide(known, fork(branchOfOtherDepth(known)));

    expect(() => store.add(hostile, root)).toThrow(expect.objectContaining({ code: 'cell_missing' }));
    const added = store.add(hostile, root, { shown: () => undefined });
    expect(added.isComplete).toBe(false);
    expect(store.isComplete(added.hash)).toBe(false);
  });
});

describe('releasing a large tree', () => {
  let folder: TemporaryDirectory;
  let store: CellStore;
  beforeEach(async () => {
    folder = temporaryDirectory();
    store = await openCellStore({ directory: folder.path });
  });
  afterEach(async () => {
    await store.close();
    folder.remove();
  });

  it('takes several commits, goes on after a restart, and keeps cells of other trees', async () => {
    let layer = Array.from({ length: 2 ** 16 }, (_, index) => leaf(index));
    const kept = layer[5] as Cell;
    while (layer.length > 1) {
      layer = Array.from({ length: layer.length / 2 }, (_, index) => fork(...layer.slice(2 * index, 2 * index + 2)));
    }
    const bag = Bag.of(layer[0] as Cell);
    store.add(bag, bag.root);
    store.hold(kept.hash());
    await store.commit();
    expect(store.cellCount).toBeGreaterThan(130_000);

    store.release(bag.hash(bag.root));
    expect(store.pendingCount).toBeLessThan(60_000);
    await store.commit();
    expect(store.cellCount).toBeGreaterThan(50_000);
    await store.close();
    store = await openCellStore({ directory: folder.path });
    await store.commit();
    await store.commit();
    await store.commit();

    expect(store.cellCount).toBe(1);
    expect(store.isComplete(kept.hash())).toBe(true);
  }, 60_000);

  it('keeps up with trees that are replaced again and again before a commit', async () => {
    const cellsOfTree = 2 ** 15 - 1;
    let last: Uint8Array | undefined;
    for (let turn = 0; turn < 5; turn += 1) {
      let layer = Array.from({ length: 2 ** 14 }, (_, index) => leaf(turn * 2 ** 14 + index));
      while (layer.length > 1) {
        layer = Array.from({ length: layer.length / 2 }, (_, index) => fork(...layer.slice(2 * index, 2 * index + 2)));
      }
      const bag = Bag.of(layer[0] as Cell);
      store.add(bag, bag.root);
      if (last !== undefined) store.release(last);
      last = bag.hash(bag.root);
    }
    await store.commit();
    expect(store.cellCount).toBe(cellsOfTree);
  }, 60_000);
});
